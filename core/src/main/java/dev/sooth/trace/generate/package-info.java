/** Synthetic traces for benchmarks and experiments. */
package dev.sooth.trace.generate;
