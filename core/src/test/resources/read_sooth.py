#!/usr/bin/env python3
"""Prints a .sooth file of version 2 as STD, with values and callers behind the location.

Written from docs/trace-format.md alone, with nothing but Python's own library, to show that the
document is enough. Blocks are found through the index, from the last to the first, and each is
read by itself.
"""
import struct
import sys
import zlib

KINDS = ["dummy", "r", "w", "acq", "rel", "fork", "join", "begin", "end", "vr", "vw", "branch"]
WITHOUT_TARGET = {0, 7, 8, 11}
CRC_TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    CRC_TABLE.append(byte)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def check(condition, problem):
    if not condition:
        sys.exit("read_sooth: " + problem)


class Payload:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        check(self.at + count <= len(self.data), "payload too short")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, size, signed=False):
        return int.from_bytes(self.take(size), "little", signed=signed)

    def varint(self):
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def column(self, count, least_size, signed=False):
        least = self.number(least_size, signed)
        width = self.number(1)
        return [least + self.number(width) for _ in range(count)]


class Trace:
    def __init__(self, data):
        self.data = data
        self.strings = [""]
        self.places = []
        self.threads = []
        self.frames = [None]
        check(data[:8] == b"SOOTH\r\n\x1a", "not a .sooth file")
        check(data[8] == 2, "version %d" % data[8])
        check(crc32c(data[:12]) == struct.unpack_from("<I", data, 12)[0], "header damaged")

    def block(self, offset):
        header = self.data[offset:offset + 32]
        kind, codec, stored, raw, events, before, crc, header_crc = struct.unpack(
            "<BBxxIIIQII", header)
        check(crc32c(header[:28]) == header_crc, "block header at %d damaged" % offset)
        payload = self.data[offset + 32:offset + 32 + stored]
        check(crc32c(payload) == crc, "block at %d damaged" % offset)
        if codec == 1:
            payload = zlib.decompress(payload, -15)
        check(codec < 2, "Zstandard is not in Python's library")
        check(len(payload) == raw, "payload of a wrong length")
        return kind, events, before, Payload(payload)

    def index(self):
        """Where the blocks of definitions and of events are."""
        at, crc, magic = struct.unpack("<QI4s", self.data[-16:])
        check(magic == b"SIDX" and crc == crc32c(self.data[-16:-8]), "no trailer")
        kind, _, events, payload = self.block(at)
        check(kind == 5 and payload.number(8) == events, "no index")
        totals = [payload.number(4) for _ in range(4)]
        blocks = []
        for _ in range(payload.number(4)):
            blocks.append((payload.number(8), payload.number(4), payload.number(4)))
        check(payload.at == len(payload.data), "index too long")
        return totals, [b[0] for b in blocks if b[1] == 3], [b[0] for b in blocks if b[1] == 4]

    def define(self, payload):
        for _ in range(payload.varint()):
            self.strings.append(payload.take(payload.varint()).decode())
        for _ in range(payload.varint()):
            name, line = self.strings[payload.varint()], payload.varint()
            owner, method = self.strings[payload.varint()], self.strings[payload.varint()]
            text = name + (":%d" % line if line else "")
            self.places.append(text + (" %s.%s" % (owner, method) if owner else ""))
        for _ in range(payload.varint()):
            self.threads.append(self.strings[payload.varint()])
        for _ in range(payload.varint()):
            self.frames.append((payload.varint(), payload.varint()))

    def stack(self, frame):
        result = []
        while frame:
            frame, place = self.frames[frame]
            result.append(self.places[place])
        return result

    def target_names(self, payload):
        families = [None]
        for _ in range(payload.varint()):
            prefix, owner, field = (self.strings[payload.varint()] for _ in range(3))
            loader, contents, array = payload.varint(), self.strings[payload.varint()], payload.varint()
            rows = [payload.varint() for _ in range(payload.varint())]
            name = prefix + owner + ("." + field if field else "")
            name += "@loader%d" % loader if loader else ""
            name += "".join("[%d]" % row for row in rows)
            name += " (%s)" % contents if contents else ""
            families.append((name, array))
        count = payload.varint()
        names = []
        for family, number in zip(payload.column(count, 4), payload.column(count, 8)):
            if family == 0:
                names.append(self.strings[number])
                continue
            name, array = families[family]
            if array:
                names.append("%s@%d[%d]" % (name, array, number))
            else:
                names.append(name + ("@%d" % number if number else ""))
        return names

    def events(self, count, payload):
        """The lines of a block of events."""
        names = self.target_names(payload)
        parts = {}
        while payload.at < len(payload.data):
            kind = payload.number(1)
            parts[kind] = Payload(payload.take(payload.number(4)))
        kinds = parts[1].take(count)
        threads, targets, places = (parts[part].column(count, 4) for part in (2, 3, 4))
        values = {}
        if 0x81 in parts:
            bits = parts[0x81].take((count + 7) // 8)
            known = [i for i in range(count) if bits[i // 8] >> i % 8 & 1]
            column = parts[0x81].column(len(known), 8, signed=True)
            values = {i: (v + 2**63) % 2**64 - 2**63 for i, v in zip(known, column)}
        callers = {}
        if 0x82 in parts:
            event = 0
            for _ in range(parts[0x82].varint()):
                event += parts[0x82].varint()
                callers[event] = self.stack(parts[0x82].varint())
        for i in range(count):
            kind = kinds[i]
            target = ""
            if kind not in WITHOUT_TARGET:
                target = "(%s)" % (self.threads if kind in (5, 6) else names)[targets[i]]
            line = "%s|%s%s|%s" % (self.threads[threads[i]], KINDS[kind], target, self.places[places[i]])
            line += " =%d" % values[i] if i in values else ""
            yield line + "".join(" < " + place for place in callers.get(i, []))


def main(path):
    with open(path, "rb") as file:
        trace = Trace(file.read())
    totals, definitions, blocks = trace.index()
    for offset in definitions:
        trace.define(trace.block(offset)[3])
    found = [len(trace.strings) - 1, len(trace.places), len(trace.threads), len(trace.frames) - 1]
    check(found == totals, "other totals than in the index")
    lines = {}
    for offset in reversed(blocks):
        _, count, before, payload = trace.block(offset)
        lines[before] = list(trace.events(count, payload))
    for before in sorted(lines):
        print("\n".join(lines[before]))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1])
