package dev.sooth.trace;

import java.io.IOException;
import java.util.BitSet;

/**
 * A source whose events are checked for well-formedness as they are read; see {@link
 * WellFormedness} for the rules. The first offending event ends the reading with a {@link
 * BadTraceException} that says where it stands, or, when lenient, becomes a {@link Kind#NOP} and is
 * counted in the notes.
 */
public final class CheckedSource extends ForwardingSource {
  private final boolean lenient;

  public CheckedSource(TraceSource input, boolean lenient) {
    super(input);
    this.lenient = lenient;
  }

  @Override
  public TraceCursor open() throws IOException {
    return new CheckedCursor(input.name(), input.open(), lenient);
  }

  private static final class CheckedCursor extends ForwardingCursor {
    private final String name;
    private final boolean lenient;
    private final WellFormedness rules = new WellFormedness();
    private final TraceNotes notes = new TraceNotes();
    private long reusedNames;

    CheckedCursor(String name, TraceCursor input, boolean lenient) {
      super(input);
      this.name = name;
      this.lenient = lenient;
    }

    @Override
    public void leaveOutVariables() {
      input.leaveOutVariables(); // no rule is about them
    }

    @Override
    public void forgetDead(BitSet exceptVariables) {
      input.forgetDead(exceptVariables);
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      boolean more = input.next(batch);
      if (batch.forgottenLocks != null) {
        rules.forgetLocks(batch.forgottenLocks);
      }
      rules.prepare(input.names());
      byte[] read = batch.kind;
      for (int i = rules.firstOffence(batch, batch.from);
          i < batch.to;
          i = rules.firstOffence(batch, i + 1)) {
        if (!lenient) {
          throw new BadTraceException(
              name, input.where(batch.base + i), rules.complaint(batch, i, input.names()));
        }
        if (batch.kind == read) { // the reader's array may be the only copy of the input
          batch.kind = new byte[batch.to];
          System.arraycopy(read, batch.from, batch.kind, batch.from, batch.size());
        }
        batch.kind[i] = Kind.NOP;
        notes.countRepair("dropped {n} events: " + rules.offence().rule());
      }
      notes.count(
          "took a thread that its own descendant forks for a new one of the same name",
          rules.reusedNames() - reusedNames);
      reusedNames = rules.reusedNames();
      return more;
    }

    @Override
    public TraceNotes notes() {
      TraceNotes all = new TraceNotes();
      all.addAll(input.notes());
      all.addAll(notes);
      return all;
    }
  }
}
