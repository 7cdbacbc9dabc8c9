package dev.sooth.trace.generate;

/** What protects a variable of a synthetic program. */
enum VariableClass {
  LOCAL(0, "local", "Worker"),
  CONSTANT(1, "constant", "Config"),
  GUARDED(2, "shared", "Store"),
  RACY(3, "racy", "Cache");

  private final int number;
  private final String prefix;
  private final String className;

  VariableClass(int number, String prefix, String className) {
    this.number = number;
    this.prefix = prefix;
    this.className = className;
  }

  /** 0 to 3. */
  int number() {
    return number;
  }

  String prefix() {
    return prefix;
  }

  String className() {
    return className;
  }
}
