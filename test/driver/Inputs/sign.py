# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a signature into the second member of a signature container, in place, as signing tools do."""
import struct
import sys

data = bytearray(open(sys.argv[1], 'rb').read())
offset, size = struct.unpack_from('<QQ', data, 24 + 32 + 8)
assert size == 65536 + 8 and struct.unpack_from('<Q', data, offset)[0] == 0
data[offset:offset + 17] = struct.pack('<Q', 9) + b'certified'
open(sys.argv[1], 'wb').write(data)
