package dev.sooth.race;

import java.util.Arrays;
import java.util.BitSet;

/** Collects the races that an engine finds, as columns. */
public final class RaceList implements Races, RaceSink {
  private final int keep;
  private int size;
  private int[] variables = new int[16];
  private long[] firstPositions = new long[16];
  private long[] secondPositions = new long[16];
  private byte[] firstKinds = new byte[16];
  private byte[] secondKinds = new byte[16];
  private int[] firstThreads = new int[16];
  private int[] secondThreads = new int[16];
  private int[] firstLocations = new int[16];
  private int[] secondLocations = new int[16];

  private long pairs;
  private long racyEvents;
  private long lastSecond = -1;
  private final BitSet racyLocations = new BitSet();
  private final BitSet racyVariables = new BitSet();

  /** A list that keeps all races. */
  public RaceList() {
    this(Integer.MAX_VALUE - 16);
  }

  /** A list that keeps the first races up to this number, and counts all. */
  public RaceList(int keep) {
    this.keep = keep;
  }

  @Override
  public void race(
      int variable,
      long firstPosition,
      byte firstKind,
      int firstThread,
      int firstLocation,
      long secondPosition,
      byte secondKind,
      int secondThread,
      int secondLocation) {
    pairs++;
    if (secondPosition != lastSecond) {
      lastSecond = secondPosition;
      racyEvents++;
      racyLocations.set(secondLocation);
      racyVariables.set(variable);
    }
    if (size >= keep) {
      return;
    }
    if (size == variables.length) {
      grow();
    }
    variables[size] = variable;
    firstPositions[size] = firstPosition;
    firstKinds[size] = firstKind;
    firstThreads[size] = firstThread;
    firstLocations[size] = firstLocation;
    secondPositions[size] = secondPosition;
    secondKinds[size] = secondKind;
    secondThreads[size] = secondThread;
    secondLocations[size] = secondLocation;
    size++;
  }

  private void grow() {
    int capacity = size * 2;
    variables = Arrays.copyOf(variables, capacity);
    firstPositions = Arrays.copyOf(firstPositions, capacity);
    firstKinds = Arrays.copyOf(firstKinds, capacity);
    firstThreads = Arrays.copyOf(firstThreads, capacity);
    firstLocations = Arrays.copyOf(firstLocations, capacity);
    secondPositions = Arrays.copyOf(secondPositions, capacity);
    secondKinds = Arrays.copyOf(secondKinds, capacity);
    secondThreads = Arrays.copyOf(secondThreads, capacity);
    secondLocations = Arrays.copyOf(secondLocations, capacity);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public long pairs() {
    return pairs;
  }

  @Override
  public long racyEvents() {
    return racyEvents;
  }

  @Override
  public int racyLocations() {
    return racyLocations.cardinality();
  }

  @Override
  public int racyVariables() {
    return racyVariables.cardinality();
  }

  @Override
  public Race get(int i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException("race " + i + " of " + size);
    }
    return new Race(
        variables[i],
        new Access(firstPositions[i], firstKinds[i], firstThreads[i], firstLocations[i]),
        new Access(secondPositions[i], secondKinds[i], secondThreads[i], secondLocations[i]));
  }
}
