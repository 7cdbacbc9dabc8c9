package dev.sooth.agent.bootstrap;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import jdk.internal.misc.Unsafe;

/** Tells the streams that the JVM has made for its output from those that a program put there. */
final class StandardStreams {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long OUT = UNSAFE.objectFieldOffset(FilterOutputStream.class, "out");

  private StandardStreams() {}

  /** The stream that stands there now, if it is the JVM's own; before the program starts it is. */
  static PrintStream now(PrintStream stream) {
    return Inline.Choice.LATE ? ifOfTheJvm(stream) : stream;
  }

  /** The stream if it writes to the output or the error file of the process, else null. */
  private static PrintStream ifOfTheJvm(PrintStream stream) {
    if (stream == null || stream.getClass() != PrintStream.class) {
      return null;
    }
    Object buffer = UNSAFE.getReference(stream, OUT);
    if (buffer == null || buffer.getClass() != BufferedOutputStream.class) {
      return null;
    }
    Object file = UNSAFE.getReference(buffer, OUT);
    try {
      boolean standard =
          file instanceof FileOutputStream ofTheJdk
              && file.getClass().getClassLoader() == null // newer JDKs have a subclass
              && isStandard(ofTheJdk.getFD());
      return standard ? stream : null;
    } catch (IOException e) {
      return null; // it is closed
    }
  }

  private static boolean isStandard(FileDescriptor file) {
    return file == FileDescriptor.out || file == FileDescriptor.err;
  }
}
