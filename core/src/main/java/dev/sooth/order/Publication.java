package dev.sooth.order;

/**
 * What a thread knew when it published: an immutable clock that later publications share until the
 * thread learns something, and the thread's own time, which is not in the clock.
 *
 * @param clock times by thread; not to be written to
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity only
public record Publication(int thread, int time, int[] clock) {}
