/**
 * Race prediction as a library: {@link dev.sooth.analysis.Analysis} runs engines on a trace, proves
 * what they report and returns an immutable result. The command line, reports and everything else
 * that analyses a trace use it; it knows none of them.
 */
package dev.sooth.analysis;
