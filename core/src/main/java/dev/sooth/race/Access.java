package dev.sooth.race;

/** One of the two accesses of a race, by position in the input and by ids of the trace's names. */
public record Access(long position, byte kind, int thread, int location) {}
