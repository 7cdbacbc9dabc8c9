package dev.sooth.trace;

/** Names behind ids: strings as they were read, or made of parts when somebody asks. */
public interface NameList {
  /** Ids are below this number; some of them may have no name. */
  int size();

  /** How many names there are. */
  int count();

  /** The name with this id. */
  String get(int id);

  /** The id of this name, a new one if it has not been seen as a whole. */
  int intern(String name);
}
