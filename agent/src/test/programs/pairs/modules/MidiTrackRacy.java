// race: Note.vel
import javax.sound.midi.*;

class Note extends MidiEvent {
  int vel;
  Note(long tick) throws InvalidMidiDataException { super(new ShortMessage(ShortMessage.NOTE_ON, 0, 60, 1), tick); }
}

public class MidiTrackRacy {
  static final int N = 40;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    Track t = new Sequence(Sequence.PPQ, 10).createTrack();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Note n = new Note(i);
        t.add(n);
        n.vel = i * 2;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        MidiEvent e = null;
        try { e = t.get(i); } catch (ArrayIndexOutOfBoundsException x) { }
        if (e instanceof Note) { sum[0] += ((Note) e).vel; i++; } else Thread.yield();
      }
    });
    a.join();
    b.join();
    System.out.println("done");
  }
}
