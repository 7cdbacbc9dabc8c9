package dev.sooth.detect.prefix;

/** Which guess can become all that another one can; docs/prefix.md has the argument. */
final class GuessOrder implements GuessTable.Subsumption {
  private final TraceSoFar trace;

  GuessOrder(TraceSoFar trace) {
    this.trace = trace;
  }

  @Override
  public boolean subsumes(Guess one, Guess other) {
    if (one.second != other.second
        || one.grainThread != other.grainThread
        || one.firstKind < other.firstKind // a write races with reads, too
        || !one.open.isWithin(other.open)
        || !one.taken.isWithin(other.taken)
        || !one.reads.isWithin(other.reads)) {
      return false;
    }
    for (int t = 0; t < trace.threads; t++) {
      long cut = one.cut(t);
      long otherCut = other.cut(t);
      if (cut != otherCut && !isNoWorse(t, cut, otherCut)) {
        return false;
      }
    }
    return true;
  }

  private boolean isNoWorse(int thread, long cut, long otherCut) {
    if (cut == Guess.NEVER) {
      return !trace.points[thread].isRigid();
    }
    return otherCut != Guess.NEVER
        && (cut > otherCut || !trace.lastWrites.mayBeBetween(thread, cut, otherCut));
  }
}
