"""Moves operators of a program to its prepare block.

Passes do so in C++, for programs that executors compile; a test that wants to
see what becomes of the derived variables rewrites the program's file.
"""

import struct

import paddle as pd
from paddle import core

# Numbers of fields in framework.proto.
BLOCKS, PREPARE_BLOCK = 3, 10
INDEX, PARENT, FORWARD, RESULTS, VARS, OPS = 1, 2, 3, 5, 6, 7
NAME, DERIVED = 1, 15


def varint(value):
    """A number of 64 bits as protocol buffers write it."""
    value &= 0xffffffffffffffff
    coded = b""
    while value > 0x7f:
        coded += bytes([value & 0x7f | 0x80])
        value >>= 7
    return coded + bytes([value])


def field(number, value):
    """A field that is a number, bytes or a string."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def fields(data):
    """Pairs of a message's field numbers and values, and nothing but numbers
    and bytes among them."""
    place = 0

    def number():
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            value |= (byte & 0x7f) << shift
            place, shift = place + 1, shift + 7
            if byte < 0x80:
                return value

    while place < len(data):
        key = number()
        assert key & 7 in (0, 2), key
        value = number()
        if key & 7 == 2:
            place, value = place + value, data[place:place + value]
        yield key >> 3, value


def message(pairs):
    return b"".join(field(*pair) for pair in pairs)


def with_derived(program, variable):
    """A copy in which the first operator, which makes `variable` from a
    persistable one, is in the prepare block."""
    stored = program.serialize()
    block, = (value for number, value in fields(stored[20:-4])
              if number == BLOCKS)
    parts = list(fields(block))
    op = next(part for part in parts if part[0] == OPS)
    var = next(part for part in parts if part[0] == VARS and
               (NAME, variable.name.encode()) in fields(part[1]))
    prepare = message([(INDEX, 1), (PARENT, 0), (FORWARD, -1),
                       (RESULTS, variable.name), var, op])
    derived = VARS, var[1] + field(DERIVED, 1)
    rest = message(derived if part is var else part
                   for part in parts if part is not op)
    whole = message((BLOCKS, rest) if number == BLOCKS else (number, value)
                    for number, value in fields(stored[20:-4]))
    whole += message([(BLOCKS, prepare), (PREPARE_BLOCK, 1)])
    framed = stored[:12] + struct.pack("<Q", len(whole)) + whole
    return pd.Program.parse(framed + struct.pack("<I", core._crc32c(framed)))
