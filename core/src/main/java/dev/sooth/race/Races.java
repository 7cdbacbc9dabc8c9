package dev.sooth.race;

/**
 * Races in the order in which they were found, and the three figures that the papers count:
 * distinct second events, their distinct locations, and distinct variables. The figures are exact
 * when there are more races than are kept.
 */
public interface Races {
  /** How many races are kept. */
  int size();

  /** The kept race with this index. */
  Race get(int index);

  /** How many races were reported, kept or not. */
  long pairs();

  /** Distinct second accesses, kept or not. */
  long racyEvents();

  /** Distinct source locations of the second accesses. */
  int racyLocations();

  /** Distinct variables. */
  int racyVariables();
}
