/**
 * The command line: one class a verb, one place that maps failures to exit statuses, and the runs
 * that tie readers, engines, proofs and reports together. The statuses are those of {@code
 * sysexits.h}, and ThreadSanitizer's 66 for races.
 */
package dev.sooth.cli;
