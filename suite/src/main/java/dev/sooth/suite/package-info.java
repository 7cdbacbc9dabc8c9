/**
 * The races of a test suite: which test each belongs to, over all JVMs that ran a part of it. The
 * build plugin and the check of a single test are made of this; it knows neither of them.
 */
package dev.sooth.suite;
