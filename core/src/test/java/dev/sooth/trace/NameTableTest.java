package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameTableTest {
  @Test
  void agreesWithAMapOnNamesOfAllLengths() {
    Random random = new Random(1);
    NameTable table = new NameTable();
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      StringBuilder name = new StringBuilder();
      int length = random.nextInt(20);
      for (int c = 0; c < length; c++) {
        name.append((char) ('a' + random.nextInt(i % 3 == 0 ? 2 : 20)));
      }
      String text = name.toString();
      int before = table.size();
      int found = table.find(text);
      int id = table.intern(text);
      assertThat(id).isEqualTo(expected.getOrDefault(text, before));
      assertThat(found).isEqualTo(expected.getOrDefault(text, -1));
      expected.put(text, id);
    }
    expected.forEach((name, id) -> assertThat(table.get(id)).isEqualTo(name));
    assertThat(table.size()).isEqualTo(expected.size());
  }

  @Test
  void findsWhatWasAppended() {
    Random random = new Random(3);
    NameTable table = new NameTable();
    for (int i = 0; i < 20_000; i++) {
      String name = (i % 2 == 0 ? "x" : "a long name of ") + i;
      int id = random.nextInt(50) == 0 ? table.intern(name) : table.append(name);
      assertThat(id).isEqualTo(i);
      if (random.nextInt(100) == 0) {
        int known = random.nextInt(table.size());
        assertThat(table.find(table.get(known))).isEqualTo(known);
        assertThat(table.intern(table.get(known))).isEqualTo(known);
      }
    }
    for (int i = 0; i < table.size(); i++) {
      assertThat(table.find(table.get(i))).isEqualTo(i);
    }
  }

  @Test
  void internsManyAtOnceAsOneAfterTheOther() {
    Random random = new Random(2);
    NameTable table = new NameTable();
    NameTable expected = new NameTable();
    for (int round = 0; round < 2000; round++) {
      int count = random.nextInt(100);
      byte[] text = new byte[4000];
      int[] from = new int[count];
      int[] to = new int[count];
      int at = 0;
      for (int i = 0; i < count; i++) {
        from[i] = at;
        to[i] = at + random.nextInt(12);
        for (; at < to[i]; at++) {
          text[at] = (byte) ('a' + random.nextInt(3));
        }
      }
      int[] ids = new int[count];
      table.internAll(text, from, to, count, ids);
      for (int i = 0; i < count; i++) {
        assertThat(ids[i]).isEqualTo(expected.intern(text, from[i], to[i]));
      }
    }
    assertThat(table.size()).isEqualTo(expected.size()).isGreaterThan(10_000);
  }

  @Test
  void bytesAroundANameDoNotMatter() {
    NameTable table = new NameTable();
    for (int length = 0; length < 20; length++) {
      byte[] name = new byte[length];
      java.util.Arrays.fill(name, (byte) -length);
      int id = table.intern(name, 0, length);
      for (int before = 0; before < 10; before++) {
        for (int after = 0; after < 10; after++) {
          byte[] larger = new byte[before + length + after];
          java.util.Arrays.fill(larger, (byte) 'z');
          System.arraycopy(name, 0, larger, before, length);
          assertThat(table.find(larger, before, before + length)).isEqualTo(id);
          assertThat(table.intern(larger, before, before + length)).isEqualTo(id);
        }
      }
    }
  }

  /** Zero bytes are part of a name: a short key must not confuse them with nothing. */
  @Test
  void zeroBytesCount() {
    NameTable table = new NameTable();
    for (int length = 0; length < 20; length++) {
      assertThat(table.intern(new byte[length], 0, length)).isEqualTo(length);
    }
  }

  @Test
  void namesAreUtf8() {
    NameTable table = new NameTable();
    int id = table.intern("größe 日本語 🙂");
    byte[] bytes = "größe 日本語 🙂".getBytes(StandardCharsets.UTF_8);
    assertThat(table.find(bytes, 0, bytes.length)).isEqualTo(id);
    assertThat(table.length(id)).isEqualTo(bytes.length);
    byte[] copy = new byte[bytes.length + 2];
    table.copy(id, copy, 1);
    assertThat(new String(copy, 1, bytes.length, StandardCharsets.UTF_8)).isEqualTo(table.get(id));
    assertThatThrownBy(() -> table.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> table.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aMillionNamesTakeLittleMemory() {
    NameTable table = new NameTable();
    for (int i = 0; i < 1_000_000; i++) {
      assertThat(table.intern("name" + i)).isEqualTo(i);
    }
    assertThat(table.bytes()).isLessThan(64_000_000);
  }
}
