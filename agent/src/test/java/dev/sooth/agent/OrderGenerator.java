package dev.sooth.agent;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Writes the class {@code Generated} of the program Publication: for every class of the JDK that
 * hands objects over, the calls by which an object can be given and those by which it can come out.
 * They are found by reflection. No method of a subject is called in this JVM.
 */
final class OrderGenerator {
  /** A call in the source text; {@code box} names the type of the object that it is given. */
  private record Call(String name, String source, String box, boolean callable) {}

  /** A class of the JDK as it is written. */
  static final class Subject {
    final String name;
    private final OrderSeeds.Seed seed;
    private final List<Call> givers = new ArrayList<>();
    private final List<Call> getters = new ArrayList<>();

    Subject(OrderSeeds.Seed seed) {
      this.name = seed.name();
      this.seed = seed;
    }

    String giver(int number) {
      return givers.get(number).name;
    }

    String getter(int number) {
      return number == -1 ? "(called)" : getters.get(number).name;
    }

    List<String> givers() {
      return givers.stream().map(giver -> name + ": " + giver.name).toList();
    }
  }

  private static final String PLAIN = "Publication.Plain";

  final List<Subject> subjects = new ArrayList<>();

  /** What could not be made into a call or an object, and why. */
  final Map<String, String> givenUp = new TreeMap<>();

  /** What orders nothing, or need not, and why. */
  final Map<String, String> notOrdered = new TreeMap<>();

  private final Map<Class<?>, String> boxes = new LinkedHashMap<>();
  private final Map<String, String> boxSources = new LinkedHashMap<>();

  OrderGenerator() throws IOException {
    notOrdered.putAll(OrderSeeds.LEFT_OUT);
    List<OrderSeeds.Seed> seeds = new ArrayList<>(OrderSeeds.ALL);
    Set<String> known = seeds.stream().map(OrderSeeds.Seed::name).collect(Collectors.toSet());
    for (Class<?> type : publicClasses("java.util.concurrent")) {
      if (!known.contains(type.getName())) {
        String made = construct(type);
        if (made == null) {
          givenUp.put(type.getName(), "no public constructor whose arguments can be made");
        } else {
          seeds.add(OrderSeeds.made(type.getName(), made));
        }
      }
    }
    seeds.sort(Comparator.comparing(OrderSeeds.Seed::name));
    for (OrderSeeds.Seed seed : seeds) {
      Class<?> type;
      try {
        type = Class.forName(seed.type(), false, OrderGenerator.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        givenUp.put(seed.name(), "not in this JDK");
        continue;
      }
      Subject subject = new Subject(seed);
      enumerate(subject, type);
      if (subject.givers.isEmpty() || (subject.getters.isEmpty() && !anyCallable(subject))) {
        givenUp.putIfAbsent(seed.name(), "nothing of the program can be given or come out");
      } else {
        subjects.add(subject);
      }
    }
  }

  private static boolean anyCallable(Subject subject) {
    return subject.givers.stream().anyMatch(Call::callable);
  }

  // ---- the classes

  /** The public classes of a package and those below it that can have objects. */
  private static List<Class<?>> publicClasses(String name) throws IOException {
    Path root =
        FileSystems.getFileSystem(URI.create("jrt:/"))
            .getPath("/modules/java.base", name.replace('.', '/'));
    List<Class<?>> result = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String path = file.toString();
        if (!path.endsWith(".class")) {
          continue;
        }
        String type =
            path.substring("/modules/java.base/".length(), path.length() - ".class".length())
                .replace('/', '.');
        Class<?> loaded;
        try {
          loaded = Class.forName(type, false, OrderGenerator.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
          continue;
        }
        if (Modifier.isPublic(loaded.getModifiers())
            && !loaded.isInterface()
            && !loaded.isEnum()
            && loaded.getEnclosingClass() == null
            && !Throwable.class.isAssignableFrom(loaded)
            && !OrderSeeds.PREVIEW.contains(loaded.getName())) {
          result.add(loaded);
        }
      }
    }
    return result;
  }

  /** An expression that makes an object by the public constructor with the fewest arguments. */
  private String construct(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers())) {
      return null;
    }
    Constructor<?>[] constructors = type.getConstructors();
    Arrays.sort(constructors, Comparator.<Constructor<?>>comparingInt(c -> c.getParameterCount()));
    for (Constructor<?> constructor : constructors) {
      StringJoiner arguments = new StringJoiner(", ");
      for (Class<?> parameter : constructor.getParameterTypes()) {
        String filler = parameter == int.class ? "16" : filler(parameter, false);
        if (filler == null) {
          arguments = null;
          break;
        }
        arguments.add(filler);
      }
      if (arguments != null) {
        return "new " + type.getName() + "(" + arguments + ")";
      }
    }
    return null;
  }

  // ---- the calls

  private void enumerate(Subject subject, Class<?> type) {
    OrderSeeds.Seed seed = subject.seed;
    Set<String> seen = new HashSet<>();
    List<Method> taken = new ArrayList<>();
    Method[] methods = type.getMethods();
    Arrays.sort(methods, Comparator.comparing(OrderGenerator::signature));
    for (Method method : methods) {
      String name = signature(method);
      String fullName = seed.name() + "." + name;
      if (method.getDeclaringClass() == Object.class
          || method.isBridge()
          || Modifier.isStatic(method.getModifiers()) != seed.isStatic()
          || !seed.methods().matcher(method.getName()).matches()
          || !seen.add(name)) {
        continue;
      }
      if (method.isAnnotationPresent(Deprecated.class)
          && method.getAnnotation(Deprecated.class).forRemoval()) {
        continue;
      }
      String reason = OrderSeeds.notOrdered(fullName);
      if (reason != null) {
        notOrdered.put(fullName, reason);
        continue;
      }
      String receiver = seed.isStatic() ? seed.type() : "r";
      givers(subject, method, receiver, name);
      taken.add(method);
    }
    for (Method method : taken) {
      String name = signature(method);
      String fullName = seed.name() + "." + name;
      String receiver = seed.isStatic() ? seed.type() : "r";
      if (OrderSeeds.notOrdered("get:" + fullName) == null) {
        getter(subject, method, receiver, name);
      } else {
        notOrdered.put(fullName + " as getter", OrderSeeds.notOrdered("get:" + fullName));
      }
    }
    for (String give : seed.gives()) {
      boolean handsOn = give.startsWith("!");
      int colon = give.indexOf(": ");
      String box = colon > 0 ? give.substring(0, colon) : PLAIN;
      String source = give.substring(colon > 0 ? colon + 2 : handsOn ? 1 : 0);
      subject.givers.add(new Call(source, source + ";", box, handsOn));
    }
    for (String get : seed.gets()) {
      subject.getters.add(new Call(get, "look.at(" + get + ");", "", false));
    }
    for (Call giver : List.copyOf(subject.givers)) {
      String reason = OrderSeeds.notOrdered("give:" + seed.name() + "." + giver.name);
      if (reason != null) {
        notOrdered.put(seed.name() + "." + giver.name + " as giver", reason);
        subject.givers.remove(giver);
      }
    }
  }

  private static String signature(Executable method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  /** One giver for each parameter, and way, in which the box can be passed. */
  private void givers(Subject subject, Method method, String receiver, String name) {
    Class<?>[] parameters = method.getParameterTypes();
    for (int at = 0; at < parameters.length; at++) {
      Class<?> parameter = parameters[at];
      Map<String, String> ways = new LinkedHashMap<>(); // argument to type of the box
      if (parameter == Object.class || parameter == Comparable.class) {
        ways.put("box", PLAIN);
      } else if (parameter == Object[].class) {
        ways.put("new Object[] {box}", PLAIN);
      } else if (parameter.isAssignableFrom(ArrayList.class)) {
        ways.put("new java.util.ArrayList(java.util.List.of(box))", PLAIN);
      } else if (parameter == Map.class) {
        ways.put("new java.util.HashMap(java.util.Map.of(Publication.KEY, box))", PLAIN);
      } else if (parameter == java.util.concurrent.Delayed.class) {
        ways.put("box", "Publication.DelayedBox");
      } else if (!parameter.isPrimitive() && !parameter.isArray()) {
        Method function = function(parameter);
        if (function != null && function.getReturnType() == Object.class) {
          ways.put(lambda(parameter, function, "return box;"), PLAIN);
        }
        String box = box(parameter);
        if (box != null) {
          ways.put("box", box);
        }
      }
      for (Map.Entry<String, String> way : ways.entrySet()) {
        StringJoiner arguments = new StringJoiner(", ");
        boolean complete = true;
        for (int i = 0; i < parameters.length; i++) {
          String argument = i == at ? way.getKey() : filler(parameters[i], false);
          complete &= argument != null;
          arguments.add("(" + parameters[i].getCanonicalName() + ") (" + argument + ")");
        }
        String label = name + "@" + at + (way.getKey().contains("->") ? "=>" : "");
        if (complete) {
          String source = receiver + "." + method.getName() + "(" + arguments + ");";
          subject.givers.add(
              new Call(label, source, way.getValue(), way.getValue().startsWith("B")));
        } else {
          givenUp.put(subject.name + "." + label, "an argument cannot be made");
        }
      }
    }
  }

  private void getter(Subject subject, Method method, String receiver, String name) {
    Class<?>[] parameters = method.getParameterTypes();
    StringJoiner arguments = new StringJoiner(", ");
    StringBuilder after = new StringBuilder();
    StringBuilder before = new StringBuilder();
    boolean captures = false;
    for (int i = 0; i < parameters.length; i++) {
      Class<?> parameter = parameters[i];
      Method function = parameter.isInterface() ? function(parameter) : null;
      String argument;
      if (parameter.isAssignableFrom(ArrayList.class) && parameter != Object.class) {
        before.append("java.util.ArrayList a" + i + " = new java.util.ArrayList(); ");
        after.append(" look.at(a" + i + ");");
        argument = "a" + i;
        captures = true;
      } else if (parameter == Object[].class) {
        before.append("Object[] a" + i + " = new Object[4]; ");
        after.append(" look.at(a" + i + ");");
        argument = "a" + i;
        captures = true;
      } else if (parameter == java.util.concurrent.Flow.Subscriber.class) {
        argument = "new Publication.Sub(look)";
        captures = true;
      } else if (function != null) {
        captures |= function.getParameterCount() > 0;
        argument = filler(parameter, true);
      } else {
        argument = filler(parameter, true);
      }
      if (argument == null) {
        givenUp.put(subject.name + "." + name + " as getter", "an argument cannot be made");
        return;
      }
      arguments.add("(" + parameter.getCanonicalName() + ") (" + argument + ")");
    }
    Class<?> result = method.getReturnType();
    boolean yields =
        !result.isPrimitive()
            && result != String.class
            && result != Class.class
            && !Number.class.isAssignableFrom(result)
            && result != Boolean.class
            && !(result.isArray() && result.getComponentType().isPrimitive());
    if (!yields && !captures && !subject.givers.stream().anyMatch(Call::callable)) {
      return;
    }
    String call = receiver + "." + method.getName() + "(" + arguments + ")";
    String source = before + (yields ? "look.at(" + call + ");" : call + ";") + after;
    subject.getters.add(new Call(name, source, "", false));
  }

  /** An argument that is not the box; functions look at what they get if they are in a getter. */
  private String filler(Class<?> type, boolean looking) {
    String known = OrderSeeds.FILLERS.get(type.getName());
    if (known != null) {
      return known;
    }
    Method function = type.isInterface() ? function(type) : null;
    if (function == null) {
      return null;
    }
    StringBuilder body = new StringBuilder();
    int count = function.getParameterCount();
    if (looking) {
      for (int i = 0; i < count; i++) {
        body.append("look.at(p" + i + "); ");
      }
    }
    Class<?> result = function.getReturnType();
    if (result == Object.class) {
      body.append(
          looking && count > 0 ? "return p" + (count - 1) + ";" : "return Publication.KEY;");
    } else if (result != void.class) {
      body.append("return " + zero(result) + ";");
    }
    return lambda(type, function, body.toString());
  }

  private static String zero(Class<?> type) {
    return type == boolean.class
        ? "false"
        : type.isPrimitive() ? "(" + type.getName() + ") 0" : "null";
  }

  private static String lambda(Class<?> type, Method function, String body) {
    String parameters =
        IntStream.range(0, function.getParameterCount())
            .mapToObj(i -> "p" + i)
            .collect(Collectors.joining(", ", "(", ")"));
    return "(" + type.getCanonicalName() + ") " + parameters + " -> {" + body + "}";
  }

  /** The method of a functional interface, or null. */
  private static Method function(Class<?> type) {
    if (!type.isInterface()) {
      return null;
    }
    Method found = null;
    for (Method method : type.getMethods()) {
      if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) {
        if (found != null) {
          return null;
        }
        found = method;
      }
    }
    return found;
  }

  private static boolean isOfObject(Method method) {
    try {
      Object.class.getMethod(method.getName(), method.getParameterTypes());
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  // ---- the objects

  /** A class of the program of this type whose abstract methods tell that they are called. */
  private String box(Class<?> type) {
    if (boxes.containsKey(type)) {
      return boxes.get(type);
    }
    String name = makeBox(type);
    boxes.put(type, name);
    return name;
  }

  private String makeBox(Class<?> type) {
    if (type.isSealed()
        || Modifier.isFinal(type.getModifiers())
        || !Modifier.isPublic(type.getModifiers())
        || OrderSeeds.NO_BOX.contains(type.getName())
        || type.isEnum()
        || Map.class.isAssignableFrom(type)
        || Collection.class.isAssignableFrom(type)) {
      return null;
    }
    if (!type.isInterface()) {
      boolean makeable =
          Arrays.stream(type.getDeclaredConstructors())
              .anyMatch(
                  c ->
                      c.getParameterCount() == 0
                          && (Modifier.isPublic(c.getModifiers())
                              || Modifier.isProtected(c.getModifiers())));
      if (!makeable) {
        return null;
      }
    }
    Set<String> seen = new TreeSet<>();
    StringBuilder stubs = new StringBuilder();
    for (Method method : abstractMethods(type)) {
      if (isOfObject(method) || !seen.add(signature(method))) {
        continue;
      }
      StringJoiner parameters = new StringJoiner(", ");
      Class<?>[] types = method.getParameterTypes();
      for (int i = 0; i < types.length; i++) {
        parameters.add(types[i].getCanonicalName() + " p" + i);
      }
      Class<?> result = method.getReturnType();
      stubs.append(" public " + result.getCanonicalName() + " " + method.getName());
      stubs.append("(" + parameters + ") { look.called(this);");
      String value = result == boolean.class ? "true" : zero(result); // so that tasks complete
      stubs.append(result == void.class ? " }" : " return " + value + "; }");
    }
    String name = "B" + boxSources.size(); // none is removed before all are made
    boxSources.put(
        name,
        "static final class "
            + name
            + (type.isInterface() ? " implements " : " extends ")
            + type.getCanonicalName()
            + (type.isInterface() ? ", " : " implements ")
            + "Publication.Box { final Publication.Cells cells = new Publication.Cells();"
            + " final Publication.Look look; "
            + name
            + "(Publication.Look l) { look = l; } public Publication.Cells cells() { return cells;"
            + " }"
            + stubs
            + " }");
    return name;
  }

  private static Set<Method> abstractMethods(Class<?> type) {
    Set<Method> result = new LinkedHashSet<>();
    Set<String> implemented = new HashSet<>();
    for (Class<?> c = type; c != null && !c.isInterface(); c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (!Modifier.isAbstract(method.getModifiers())) {
          implemented.add(signature(method));
        } else if (!implemented.contains(signature(method))) {
          result.add(method);
        }
      }
    }
    for (Method method : type.getMethods()) {
      if (Modifier.isAbstract(method.getModifiers()) && !implemented.contains(signature(method))) {
        result.add(method);
      }
    }
    return result;
  }

  // ---- the source text

  /** Writes and compiles; a line that the compiler does not take is left out and noted. */
  Path compile(Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path file = folder.resolve("Generated.java");
    for (int round = 0; round < 5; round++) {
      List<String> lines = new ArrayList<>();
      List<Runnable> drops = new ArrayList<>(); // what leaves out the call of the line
      write(lines, drops);
      Files.write(file, lines);
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
      try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
        List<String> options =
            List.of("-g", "-nowarn", "-Xlint:none", "-Xmaxerrs", "9999", "-d", classes.toString());
        boolean fine =
            compiler
                .getTask(
                    null,
                    files,
                    messages,
                    options,
                    null,
                    files.getJavaFileObjects(file, AgentRun.program("Publication")))
                .call();
        if (fine) {
          return classes;
        }
      }
      Set<Runnable> bad = new LinkedHashSet<>();
      for (Diagnostic<? extends JavaFileObject> message : messages.getDiagnostics()) {
        if (message.getKind() != Diagnostic.Kind.ERROR) {
          continue;
        }
        int line = (int) message.getLineNumber() - 1;
        boolean ours =
            message.getSource() != null && message.getSource().getName().endsWith("Generated.java");
        if (!ours || drops.get(line) == null) {
          throw new IOException(message + "\n" + (ours ? lines.get(line) : ""));
        }
        if (bad.add(drops.get(line)) && Boolean.getBoolean("sooth.generator.debug")) {
          System.err.println(message.getMessage(Locale.ROOT) + ": " + lines.get(line).strip());
        }
      }
      bad.forEach(Runnable::run);
    }
    throw new IOException("the generated program does not compile: " + file);
  }

  private void write(List<String> lines, List<Runnable> drops) {
    line(lines, drops, "@SuppressWarnings(\"all\")", null);
    line(lines, drops, "final class Generated {", null);
    for (Map.Entry<String, String> box : boxSources.entrySet()) {
      line(lines, drops, "  " + box.getValue(), () -> dropBox(box.getKey()));
    }
    for (int i = 0; i < subjects.size(); i++) {
      Subject subject = subjects.get(i);
      line(lines, drops, "  static final class S" + i + " extends Publication.Subject {", null);
      line(lines, drops, "    public int givers() { return " + subject.givers.size() + "; }", null);
      line(
          lines,
          drops,
          "    public int getters() { return " + subject.getters.size() + "; }",
          null);
      line(
          lines,
          drops,
          "    public Object make() throws Throwable { return " + subject.seed.make() + "; }",
          null);
      line(lines, drops, "    public boolean callable(int n) { switch (n) {", null);
      for (int n = 0; n < subject.givers.size(); n++) {
        if (subject.givers.get(n).callable) {
          line(lines, drops, "      case " + n + ":", null);
        }
      }
      line(lines, drops, "      case -1: return true; default: return false; } }", null);
      line(lines, drops, "    public Publication.Box box(int n, Publication.Look look) {", null);
      line(lines, drops, "      switch (n) {", null);
      for (int n = 0; n < subject.givers.size(); n++) {
        String box = subject.givers.get(n).box;
        if (!box.equals(PLAIN)) {
          line(lines, drops, "        case " + n + ": return new " + box + "(look);", null);
        }
      }
      line(lines, drops, "        default: return new Publication.Plain(look);", null);
      line(lines, drops, "      } }", null);
      calls(lines, drops, subject, subject.givers, "give", "Publication.Box b, ");
      calls(lines, drops, subject, subject.getters, "get", "");
      line(lines, drops, "  }", null);
    }
    line(lines, drops, "}", null);
  }

  private void calls(
      List<String> lines,
      List<Runnable> drops,
      Subject subject,
      List<Call> calls,
      String name,
      String box) {
    line(
        lines,
        drops,
        "    public void "
            + name
            + "(int n, Object o, "
            + box
            + "Publication.Look look) throws Throwable {",
        null);
    String type = subject.seed.type().replace('$', '.');
    if (!subject.seed.isStatic()) {
      line(lines, drops, "      " + type + " r = (" + type + ") o;", null);
    }
    line(lines, drops, "      switch (n) {", null);
    for (int n = 0; n < calls.size(); n++) {
      Call call = calls.get(n);
      String cast = call.box.isEmpty() ? "" : "final " + call.box + " box = (" + call.box + ") b; ";
      line(
          lines,
          drops,
          "        case " + n + ": { " + cast + call.source + " return; }",
          () -> {
            if (calls.remove(call)) {
              givenUp.put(subject.name + "." + call.name, "does not compile");
            }
          });
    }
    line(lines, drops, "        default: throw new AssertionError();", null);
    line(lines, drops, "      } }", null);
  }

  private void dropBox(String box) {
    boxSources.remove(box);
    for (Subject subject : subjects) {
      for (Call giver : List.copyOf(subject.givers)) {
        if (giver.box.equals(box)) {
          subject.givers.remove(giver);
          givenUp.put(subject.name + "." + giver.name, "its object does not compile");
        }
      }
    }
  }

  private static void line(List<String> lines, List<Runnable> drops, String text, Runnable drop) {
    lines.add(text);
    drops.add(drop);
  }
}
