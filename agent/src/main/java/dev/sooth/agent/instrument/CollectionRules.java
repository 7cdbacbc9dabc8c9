package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.CollectionHooks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeSet;

/**
 * What the public methods of the JDK's collections, of their views, iterators and entries, and of
 * streams do to the collection. A method that changes the collection in some cases counts as one
 * that does. Besides, what a ruled method is given as an argument and is a collection itself is
 * read; see {@link CollectionCalls}.
 */
final class CollectionRules {
  /** What a call does to the collection. */
  enum Access {
    READ,
    /** A read, but a write if the map is a {@code LinkedHashMap} in access order. */
    LOOK_UP,
    WRITE,
    /** A write that does not depend on what is in the collection, see {@link IgnoredResults}. */
    ADD,
    NONE
  }

  /** Types whose methods of one name do the same. */
  private static final class Kind {
    private final List<String> types;
    private final Map<String, Access> methods = new HashMap<>();

    Kind(String... types) {
      this.types = List.of(types);
    }

    private Kind with(Access access, String names) {
      StringTokenizer each = new StringTokenizer(names); // no pattern to compile at the start
      while (each.hasMoreTokens()) {
        String name = each.nextToken();
        if (methods.put(name, access) != null) {
          throw new IllegalStateException("two rules for " + name);
        }
      }
      return this;
    }

    Kind reads(String names) {
      return with(Access.READ, names);
    }

    Kind looksUp(String names) {
      return with(Access.LOOK_UP, names);
    }

    Kind writes(String names) {
      return with(Access.WRITE, names);
    }

    /** These touch nothing that changes, for the reason given. */
    @SuppressWarnings("UnusedVariable") // the reason is for the reader
    Kind leaves(String names, String reason) {
      return with(Access.NONE, names);
    }
  }

  private static final String VIEW = "a view touches nothing until it is used";
  private static final String FIXED = "does not change after construction";

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
                  "java/lang/Iterable",
                  "java/util/Collection",
                  "java/util/SequencedCollection",
                  "java/util/List",
                  "java/util/Set",
                  "java/util/SequencedSet",
                  "java/util/SortedSet",
                  "java/util/NavigableSet",
                  "java/util/Queue",
                  "java/util/Deque",
                  "java/util/AbstractCollection",
                  "java/util/AbstractList",
                  "java/util/AbstractSequentialList",
                  "java/util/AbstractSet",
                  "java/util/AbstractQueue",
                  "java/util/EnumSet",
                  "java/util/ArrayList",
                  "java/util/LinkedList",
                  "java/util/ArrayDeque",
                  "java/util/PriorityQueue",
                  "java/util/HashSet",
                  "java/util/LinkedHashSet",
                  "java/util/TreeSet")
              .reads(
                  """
                  ceiling clone contains containsAll descendingIterator element equals first floor
                  forEach get getFirst getLast hashCode higher indexOf isEmpty iterator last
                  lastIndexOf listIterator lower parallelStream peek peekFirst peekLast size
                  spliterator stream subList toArray toString
                  """)
              .writes(
                  """
                  add addAll addFirst addLast clear ensureCapacity offer offerFirst offerLast poll
                  pollFirst pollLast pop push remove removeAll removeFirst removeFirstOccurrence
                  removeIf removeLast removeLastOccurrence replaceAll retainAll set sort trimToSize
                  """)
              .leaves("descendingSet headSet reversed subSet tailSet", VIEW)
              .leaves("comparator", FIXED),
          new Kind(
                  "java/util/Map",
                  "java/util/SequencedMap",
                  "java/util/SortedMap",
                  "java/util/NavigableMap",
                  "java/util/AbstractMap",
                  "java/util/HashMap",
                  "java/util/LinkedHashMap",
                  "java/util/TreeMap",
                  "java/util/IdentityHashMap",
                  "java/util/WeakHashMap",
                  "java/util/EnumMap")
              .looksUp("get getOrDefault")
              .reads(
                  """
                  ceilingEntry ceilingKey clone containsKey containsValue equals firstEntry firstKey
                  floorEntry floorKey forEach hashCode higherEntry higherKey isEmpty lastEntry
                  lastKey lowerEntry lowerKey size toString
                  """)
              .writes(
                  """
                  clear compute computeIfAbsent computeIfPresent merge pollFirstEntry pollLastEntry
                  put putAll putFirst putIfAbsent putLast remove replace replaceAll
                  """)
              .leaves(
                  """
                  descendingKeySet descendingMap entrySet headMap keySet navigableKeySet reversed
                  sequencedEntrySet sequencedKeySet sequencedValues subMap tailMap values
                  """,
                  VIEW)
              .leaves("comparator", FIXED),
          new Kind("java/util/BitSet")
              .reads(
                  """
                  cardinality clone equals get hashCode intersects isEmpty length nextClearBit
                  nextSetBit previousClearBit previousSetBit size stream toByteArray toLongArray
                  toString
                  """)
              .writes("and andNot clear flip or set xor"),
          new Kind("java/util/Map$Entry")
              .reads("equals getValue hashCode")
              .writes("setValue")
              .leaves("getKey", FIXED),
          new Kind(
                  "java/util/Iterator",
                  "java/util/ListIterator",
                  "java/util/PrimitiveIterator",
                  "java/util/PrimitiveIterator$OfInt",
                  "java/util/PrimitiveIterator$OfLong",
                  "java/util/PrimitiveIterator$OfDouble",
                  "java/util/Enumeration")
              .reads("forEachRemaining next nextDouble nextElement nextInt nextLong previous")
              .writes("add remove set")
              .leaves(
                  "hasMoreElements hasNext hasPrevious nextIndex previousIndex",
                  "looks at the iterator, and at most at the size, which making it has read")
              .leaves("asIterator", VIEW),
          new Kind(
                  "java/util/Spliterator",
                  "java/util/Spliterator$OfPrimitive",
                  "java/util/Spliterator$OfInt",
                  "java/util/Spliterator$OfLong",
                  "java/util/Spliterator$OfDouble")
              .reads("estimateSize forEachRemaining getExactSizeIfKnown tryAdvance trySplit")
              .leaves("characteristics getComparator hasCharacteristics", FIXED),
          new Kind(
                  "java/util/stream/BaseStream",
                  "java/util/stream/Stream",
                  "java/util/stream/IntStream",
                  "java/util/stream/LongStream",
                  "java/util/stream/DoubleStream")
              .reads(
                  """
                  allMatch anyMatch average collect count findAny findFirst forEach forEachOrdered
                  iterator max min noneMatch reduce spliterator sum summaryStatistics toArray toList
                  """)
              .leaves(
                  """
                  asDoubleStream asLongStream boxed distinct dropWhile filter flatMap
                  flatMapToDouble flatMapToInt flatMapToLong gather limit map mapMulti
                  mapMultiToDouble mapMultiToInt mapMultiToLong mapToDouble mapToInt mapToLong
                  mapToObj onClose parallel peek sequential skip sorted takeWhile unordered
                  """,
                  "a stage touches nothing until the last one runs")
              .leaves("close isParallel", "says nothing about the source"));

  /** Static methods: what they do to the collection that is their first argument of that kind. */
  private static final List<Kind> STATICS =
      List.of(
          new Kind("java/util/Collections")
              .reads(
                  """
                  binarySearch disjoint enumeration frequency indexOfSubList lastIndexOfSubList list
                  max min newSequencedSetFromMap newSetFromMap
                  """)
              .writes("addAll copy fill replaceAll reverse rotate shuffle sort swap")
              .leaves(
                  """
                  asLifoQueue checkedCollection checkedList checkedMap checkedNavigableMap
                  checkedNavigableSet checkedQueue checkedSet checkedSortedMap checkedSortedSet
                  synchronizedCollection synchronizedList synchronizedMap synchronizedNavigableMap
                  synchronizedNavigableSet synchronizedSet synchronizedSortedMap
                  synchronizedSortedSet unmodifiableCollection unmodifiableList unmodifiableMap
                  unmodifiableNavigableMap unmodifiableNavigableSet unmodifiableSequencedCollection
                  unmodifiableSequencedMap unmodifiableSequencedSet unmodifiableSet
                  unmodifiableSortedMap unmodifiableSortedSet
                  """,
                  VIEW)
              .leaves(
                  """
                  emptyEnumeration emptyIterator emptyList emptyListIterator emptyMap
                  emptyNavigableMap emptyNavigableSet emptySet emptySortedMap emptySortedSet nCopies
                  reverseOrder singleton singletonList singletonMap
                  """,
                  "takes no collection"),
          new Kind("java/util/List", "java/util/Set", "java/util/Map", "java/util/Map$Entry")
              .reads("copyOf")
              .leaves("comparingByKey comparingByValue entry of ofEntries", "takes no collection"),
          new Kind("java/util/EnumSet")
              .reads("complementOf copyOf")
              .leaves("allOf noneOf of range", "takes no collection"),
          new Kind(
                  "java/util/HashMap",
                  "java/util/LinkedHashMap",
                  "java/util/WeakHashMap",
                  "java/util/HashSet",
                  "java/util/LinkedHashSet",
                  "java/util/BitSet")
              .leaves(
                  """
                  newHashMap newHashSet newLinkedHashMap newLinkedHashSet newWeakHashMap valueOf
                  """,
                  "takes no collection"),
          new Kind(
                  "java/util/stream/Stream",
                  "java/util/stream/IntStream",
                  "java/util/stream/LongStream",
                  "java/util/stream/DoubleStream")
              .leaves(
                  "builder concat empty generate iterate of ofNullable range rangeClosed",
                  "touches nothing until the stream runs"),
          new Kind("java/lang/String").reads("join"));

  private static final Map<String, Map<String, Access>> BY_TYPE = byType(KINDS);
  private static final Map<String, Map<String, Access>> STATIC_BY_TYPE = byType(STATICS);
  private static final List<String> NAMES = names();
  private static final Map<String, Integer> NUMBERS = numbers();

  private CollectionRules() {}

  private static Map<String, Map<String, Access>> byType(List<Kind> kinds) {
    Map<String, Map<String, Access>> result = new HashMap<>();
    for (Kind kind : kinds) {
      for (String type : kind.types) {
        if (result.put(type, kind.methods) != null) {
          throw new IllegalStateException("two kinds for " + type);
        }
      }
    }
    return result;
  }

  private static List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    for (Kind kind : KINDS) {
      names.addAll(kind.methods.keySet());
    }
    if (names.size() >= CollectionHooks.METHODS) {
      throw new IllegalStateException("too many names");
    }
    return List.copyOf(names);
  }

  private static Map<String, Integer> numbers() {
    Map<String, Integer> numbers = new HashMap<>();
    for (String name : NAMES) {
      numbers.put(name, numbers.size() + 1);
    }
    return numbers;
  }

  /** The rule for a method that is not static, or null if there is none. */
  static Access ofMethod(String type, String name) {
    Map<String, Access> methods = BY_TYPE.get(type);
    return methods == null ? null : methods.get(name);
  }

  /** The rule for a static method, or null if there is none. */
  static Access ofStatic(String type, String name) {
    Map<String, Access> methods = STATIC_BY_TYPE.get(type);
    return methods == null ? null : methods.get(name);
  }

  /** Whether methods of the type have rules. */
  static boolean hasRules(String type) {
    return BY_TYPE.containsKey(type);
  }

  /** The number of a name that some rule is about; 0 for another. */
  static int number(String name) {
    return NUMBERS.getOrDefault(name, 0);
  }

  /** The name of a number. */
  static String name(int number) {
    return NAMES.get(number - 1);
  }
}
