package dev.sooth;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Races on this field, or of accesses in the code of this method, do no harm, and the value says
 * why. {@code sooth run} then counts them as suppressed, with the reason. The Java memory model
 * knows no benign race: a volatile field or an atomic class is mostly the better answer.
 *
 * <p>Kept in class files only: a program that was compiled with it runs without it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Benign {
  /** Why the races do no harm. */
  String value();
}
