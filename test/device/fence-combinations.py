# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every memory space with every pair of operations compiles at every optimization level to exactly
# its tag and its fence: tag 0x400 | space << 4 | pred << 2 | succ, reads are ir, writes ow. Run
# with `source` this prints a C file, with `check` it reads that file's disassembly.
# PROVES: R-INT-01 R-INT-02
#
# RUN: python3 %s source > %t.c
# RUN: %device_cc -O0 -c %t.c -o %t.o && llvm-objdump -d --no-show-raw-insn %t.o | python3 %s check
# RUN: %device_cc -O1 -c %t.c -o %t.o && llvm-objdump -d --no-show-raw-insn %t.o | python3 %s check
# RUN: %device_cc -O2 -c %t.c -o %t.o && llvm-objdump -d --no-show-raw-insn %t.o | python3 %s check
# RUN: %device_cc -O3 -c %t.c -o %t.o && llvm-objdump -d --no-show-raw-insn %t.o | python3 %s check
# RUN: %device_cc -Os -c %t.c -o %t.o && llvm-objdump -d --no-show-raw-insn %t.o | python3 %s check
# RUN: %device_cc -O2 -flto -c %t.c -o %t.o
# RUN: %device_ld %t.o -o %t.elf && llvm-objdump -d --no-show-raw-insn %t.elf | python3 %s check
import itertools
import re
import sys

SPACES = ['HEAP', 'MEMORY', 'MMIO', 'SYSTEM']
OPERATIONS = ['R', 'W', 'RW']
SETS = {'R': 'ir', 'W': 'ow', 'RW': 'iorw'}
COMBINATIONS = list(itertools.product(SPACES, OPERATIONS, OPERATIONS))


def source():
    print('#include <dpaintrin.h>')
    for space, before, after in COMBINATIONS:
        print(f'__attribute__((used, retain)) void fence_{space}_{before}_{after}(void) {{')
        print(f'  __dpa_thread_fence(__DPA_{space}, __DPA_{before}, __DPA_{after});')
        print('}')


def expected(space, before, after):
    tag = 0x400 | SPACES.index(space) << 4 | (OPERATIONS.index(before) + 1) << 2 | OPERATIONS.index(after) + 1
    sets = '' if before == after == 'RW' else f' {SETS[before]}, {SETS[after]}'
    return [f'slti zero, zero, {tag:#x}', 'fence' + sets]


def functions(disassembly):
    """Name -> its instructions, blanks normalised."""
    found = {}
    for line in disassembly:
        label = re.match(r'[0-9a-f]+ <(\w+)>:', line)
        if label:
            instructions = found.setdefault(label[1], [])
        elif re.match(r'\s*[0-9a-f]+:', line):
            instructions.append(' '.join(line.split(':', 1)[1].split()))
    return found


def check():
    found = functions(sys.stdin)
    bad = 0
    for combination in COMBINATIONS:
        name = 'fence_' + '_'.join(combination)
        got = [i for i in found.get(name, []) if i.startswith(('slti', 'fence'))]
        if got != expected(*combination):
            print(f'{name}: expected {expected(*combination)}, got {got}', file=sys.stderr)
            bad += 1
    sys.exit(bad != 0)


{'source': source, 'check': check}[sys.argv[1]]()
