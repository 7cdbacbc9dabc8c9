package dev.sooth.race;

/** Two conflicting accesses to one variable, the first before the second in the trace. */
public record Race(int variable, Access first, Access second) {}
