package dev.sooth.cli;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.BooleanValue;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.CharValue;
import com.sun.jdi.DoubleValue;
import com.sun.jdi.Field;
import com.sun.jdi.FloatValue;
import com.sun.jdi.Location;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.PrimitiveValue;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.ModificationWatchpointEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.event.WatchpointEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A program that runs under a debugger which lets its threads go on in turns, as a schedule says,
 * until two of them stand before two accesses.
 */
final class ForcedRun implements AutoCloseable {
  private static final long POLL_MILLIS = 20;
  private static final long SETTLE_MILLIS = 3_000;
  private static final int CALM = 3; // polls that find a thread waiting

  /** Says why the threads could not be led where the schedule wants them. */
  static final class DivergedException extends Exception {
    private static final long serialVersionUID = 1;

    DivergedException(String message) {
      super(message);
    }
  }

  /** A thread that stands before these. */
  private record Stop(EventSet set, ThreadReference thread, List<LocatableEvent> hits) {
    Optional<LocatableEvent> hit(ForcedStep step) {
      return hits.stream().filter(hit -> fits(hit, step)).findFirst();
    }
  }

  private final Process process;
  private final VirtualMachine vm;
  private final long patienceMillis;
  private final List<ForcedStep> steps;
  private final ForcedStep first;
  private final ForcedStep second;
  private final Map<String, Stop> stopped = new HashMap<>(); // by thread
  private final Set<String> prepared = new HashSet<>(); // by name, with their loaders' number
  private final List<String> otherValues = new ArrayList<>();
  private int next;
  private int sameValues;
  private boolean ended;

  private ForcedRun(
      Process process,
      VirtualMachine vm,
      List<ForcedStep> steps,
      ForcedStep first,
      ForcedStep second,
      long patienceMillis) {
    this.process = process;
    this.vm = vm;
    this.steps = steps;
    this.first = first;
    this.second = second;
    this.patienceMillis = patienceMillis;
  }

  /** Starts a command, which begins with {@code java}, and stops it before its first class. */
  static ForcedRun start(
      List<String> command,
      List<ForcedStep> steps,
      ForcedStep first,
      ForcedStep second,
      long patienceMillis)
      throws IOException {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(c -> c.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow(() -> new IOException("this JDK has no debugger"));
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("localAddress").setValue("127.0.0.1");
    arguments.get("port").setValue("0");
    arguments.get("timeout").setValue(Long.toString(60_000));
    try {
      String address = connector.startListening(arguments);
      String port = address.substring(address.lastIndexOf(':') + 1);
      List<String> debugged = new ArrayList<>(command);
      debugged.add(
          1, "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:" + port);
      Process process =
          new ProcessBuilder(debugged)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try {
        VirtualMachine vm = connector.accept(arguments);
        return new ForcedRun(process, vm, steps, first, second, patienceMillis);
      } catch (IOException | RuntimeException e) {
        process.destroyForcibly();
        throw e;
      } finally {
        connector.stopListening(arguments);
      }
    } catch (IllegalConnectorArgumentsException e) {
      throw new IOException(e);
    }
  }

  /**
   * Leads the threads through the schedule; returns when both stand before their accesses.
   *
   * @throws DivergedException if they do not come there
   */
  void run() throws DivergedException, InterruptedException {
    watchClasses(); // and all threads go on with the event of the start, in pump()
    try {
      while (next < steps.size()) {
        ForcedStep step = steps.get(next);
        await(step);
        check(step);
        next++;
        goOn(step);
      }
      await(first);
      await(second);
    } catch (VMDisconnectedException e) {
      throw new DivergedException("the program has ended");
    }
    verify();
  }

  /** Both threads stand there at once, before accesses to one field of one object. */
  private void verify() throws DivergedException {
    WatchpointEvent one = watched(first);
    WatchpointEvent other = watched(second);
    boolean same =
        one.field().equals(other.field()) && Objects.equals(one.object(), other.object());
    boolean writes =
        one instanceof ModificationWatchpointEvent || other instanceof ModificationWatchpointEvent;
    if (!same || !writes || one.thread().equals(other.thread())) {
      throw new DivergedException("the two accesses are to different objects");
    }
  }

  private WatchpointEvent watched(ForcedStep step) throws DivergedException {
    LocatableEvent hit = stopped.get(step.thread()).hit(step).orElseThrow();
    if (hit instanceof WatchpointEvent watchpoint) {
      return watchpoint;
    }
    throw new DivergedException("an access that is not to a field cannot be compared");
  }

  /** Reads that saw what the schedule says. */
  int sameValues() {
    return sameValues;
  }

  /** Reads that saw another value than the schedule says. */
  List<String> otherValues() {
    return otherValues;
  }

  /** How many steps of the schedule have been taken. */
  int taken() {
    return next;
  }

  // ---- stopping ----

  private void watchClasses() {
    Set<String> types = new HashSet<>();
    for (ForcedStep step : wanted()) {
      types.add(step.isField() ? step.owner() : step.code());
    }
    for (String type : types) {
      ClassPrepareRequest request = vm.eventRequestManager().createClassPrepareRequest();
      request.addClassFilter(type);
      request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
      request.enable();
      vm.classesByName(type).forEach(this::prepare);
    }
  }

  private Collection<ForcedStep> wanted() {
    List<ForcedStep> all = new ArrayList<>(steps);
    all.add(first);
    all.add(second);
    return all;
  }

  private void prepare(ReferenceType type) {
    EventRequestManager manager = vm.eventRequestManager();
    for (ForcedStep step : wanted()) {
      if (step.isField() && step.owner().equals(type.name())) {
        Field field = type.fieldByName(step.field());
        if (field != null && prepared.add(type.hashCode() + "." + field.name())) {
          enable(manager.createAccessWatchpointRequest(field));
          enable(manager.createModificationWatchpointRequest(field));
        }
      } else if (!step.isField() && step.code().equals(type.name())) {
        for (Location location : locations(type, step)) {
          if (prepared.add(type.hashCode() + ":" + location.method() + location.codeIndex())) {
            enable(manager.createBreakpointRequest(location));
          }
        }
      }
    }
  }

  private static void enable(EventRequest request) {
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    request.enable();
  }

  /** The first instruction of the line in each method of the name. */
  private static Collection<Location> locations(ReferenceType type, ForcedStep step) {
    Map<String, Location> first = new HashMap<>(); // by signature
    try {
      for (Location location : type.locationsOfLine(step.line())) {
        if (location.method().name().equals(step.method())) {
          first.merge(
              location.method().signature(),
              location,
              (one, other) -> one.codeIndex() <= other.codeIndex() ? one : other);
        }
      }
    } catch (AbsentInformationException e) {
      return List.of(); // compiled without lines
    }
    return first.values();
  }

  private static boolean fits(LocatableEvent hit, ForcedStep step) {
    Location at = hit.location();
    if (!step.isAt(at.declaringType().name(), at.method().name(), at.lineNumber())) {
      return false;
    }
    if (hit instanceof WatchpointEvent watchpoint) {
      return step.isField()
          && watchpoint.field().name().equals(step.field())
          && watchpoint.field().declaringType().name().equals(step.owner())
          && (hit instanceof ModificationWatchpointEvent) == step.writes();
    }
    return hit instanceof BreakpointEvent && !step.isField();
  }

  // ---- taking turns ----

  /** Waits until the thread stands before the step. */
  private void await(ForcedStep step) throws DivergedException, InterruptedException {
    long end = System.nanoTime() + patienceMillis * 1_000_000;
    while (!isAt(step)) {
      if (ended) {
        throw new DivergedException("the program ended before " + words(step));
      }
      if (System.nanoTime() > end) {
        throw new DivergedException("no thread came to " + words(step));
      }
      pump();
    }
  }

  private boolean isAt(ForcedStep step) {
    Stop stop = stopped.get(step.thread());
    return stop != null && stop.hit(step).isPresent();
  }

  private static String words(ForcedStep step) {
    return step.step() + " of the schedule";
  }

  /** Lets the thread take the step, and come to where it stops or waits next. */
  private void goOn(ForcedStep step) throws InterruptedException {
    Stop stop = stopped.remove(step.thread());
    LocatableEvent hit = stop.hit(step).orElseThrow();
    List<LocatableEvent> left =
        new ArrayList<>(stop.hits().subList(stop.hits().indexOf(hit) + 1, stop.hits().size()));
    Stop rest = new Stop(stop.set(), stop.thread(), left);
    if (!left.isEmpty() && isToStop(rest)) {
      stopped.put(step.thread(), rest);
      return;
    }
    stop.set().resume();
    long end = System.nanoTime() + SETTLE_MILLIS * 1_000_000;
    int calm = 0;
    while (!ended && !stopped.containsKey(step.thread()) && calm < CALM) {
      pump();
      boolean waits = System.nanoTime() > end || isWaiting(stop.thread());
      calm = waits ? calm + 1 : 0;
    }
  }

  private static boolean isWaiting(ThreadReference thread) {
    int status;
    try {
      status = thread.status();
    } catch (ObjectCollectedException e) {
      return true; // it has ended
    }
    return status == ThreadReference.THREAD_STATUS_ZOMBIE
        || status == ThreadReference.THREAD_STATUS_MONITOR
        || status == ThreadReference.THREAD_STATUS_WAIT;
  }

  private void pump() throws InterruptedException {
    EventSet set = vm.eventQueue().remove(POLL_MILLIS);
    if (set == null) {
      return;
    }
    List<LocatableEvent> hits = new ArrayList<>();
    for (Event event : set) {
      if (event instanceof ClassPrepareEvent loaded) {
        prepare(loaded.referenceType());
      } else if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
        ended = true;
      } else if (event instanceof LocatableEvent hit) {
        hits.add(hit);
      }
    }
    if (hits.isEmpty()) {
      if (!ended) {
        set.resume();
      }
      return;
    }
    ThreadReference thread = hits.get(0).thread();
    Stop stop = new Stop(set, thread, hits);
    if (isToStop(stop)) {
      Stop before = stopped.put(thread.name(), stop);
      if (before != null) { // of another thread of that name, which nobody would let go on
        before.set().resume();
      }
    } else {
      set.resume();
    }
  }

  /** What the schedule does not know goes on; who has done all of his part stays where he is. */
  private boolean isToStop(Stop stop) {
    String name = stop.thread().name();
    for (int i = next; i < steps.size(); i++) {
      if (steps.get(i).thread().equals(name)) {
        return stop.hit(steps.get(i)).isPresent();
      }
    }
    for (ForcedStep access : List.of(first, second)) {
      if (access.thread().equals(name)) {
        return stop.hit(access).isPresent();
      }
    }
    return true;
  }

  // ---- values ----

  /** Compares what the read will see with what the schedule says. */
  private void check(ForcedStep step) {
    LocatableEvent hit = stopped.get(step.thread()).hit(step).orElseThrow();
    Long predicted = step.step().value();
    if (predicted == null || step.writes() || !(hit instanceof WatchpointEvent read)) {
      return;
    }
    ObjectReference object = read.object();
    Field field = read.field();
    Value value =
        object == null ? read.field().declaringType().getValue(field) : object.getValue(field);
    if (value instanceof PrimitiveValue primitive) {
      long seen = bits(primitive);
      if (seen == predicted) {
        sameValues++;
      } else {
        otherValues.add(step.step() + " sees " + seen);
      }
    }
  }

  private static long bits(PrimitiveValue value) {
    if (value instanceof BooleanValue bool) {
      return bool.value() ? 1 : 0;
    } else if (value instanceof CharValue character) {
      return character.value();
    } else if (value instanceof FloatValue number) {
      return Float.floatToRawIntBits(number.value());
    } else if (value instanceof DoubleValue number) {
      return Double.doubleToRawLongBits(number.value());
    }
    return value.longValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      vm.dispose();
    } catch (VMDisconnectedException e) {
      // It is what we wanted.
    }
  }
}
