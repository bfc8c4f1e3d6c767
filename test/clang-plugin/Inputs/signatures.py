#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random signatures of device functions, to compare what the host passes with what the device receives.

usage: signatures.py --mode {buffer,flexio} [--seed N] [--count N] FOLDER

Writes into FOLDER:
  types.h    the argument types and, for both sides, a hash of the arguments of each signature
  device.c   one entry point per signature, which returns the hash of its arguments
  host.c     calls each entry point once with constant arguments
  device-main.c   (mode buffer) runs the recorded calls on a RISC-V user-mode machine and compares the hashes

Mode buffer: host.c stands in for the run-time library. It is linked with the host stub, records what the stub registers,
packs the arguments, and prints each call as a line for device-main.c. Mode flexio: host.c makes the calls with
flexio_process_call on the device named by its argument, and compares the results itself.
"""
import argparse
import pathlib
import random

from signature_types import ENUMERATIONS, TypeMaker

HEAD = '''\
/* Made by signatures.py, seed {seed}. */
#include <stddef.h>
#include <stdint.h>

static inline uint64_t mix(uint64_t h, uint64_t v) {{ return (h ^ v) * 0x100000001b3ul + (h >> 29); }}
static inline uint64_t floatBits(float f) {{ uint32_t u; __builtin_memcpy(&u, &f, 4); return u; }}
static inline uint64_t doubleBits(double d) {{ uint64_t u; __builtin_memcpy(&u, &d, 8); return u; }}

'''

BUFFER_HOST = '''\
#include <stdarg.h>
#include "types.h"

/* No header of a C library: freestanding-host.c can replace it. */
int printf(const char *format, ...);
void *memset(void *to, int value, size_t n);

struct registration { const char *name, *unpack; void (*stub)(void); size_t size; void (*pack)(void *, va_list); };
static struct registration table[2048];
static size_t registered;

int flexio_func_pup_register(void *app, const char *name, const char *unpack, void (*stub)(void), size_t size,
                             void (*pack)(void *, va_list));
int flexio_func_pup_register(void *app, const char *name, const char *unpack, void (*stub)(void), size_t size,
                             void (*pack)(void *, va_list)) {
  (void)app;
  table[registered++] = (struct registration){name, unpack, stub, size, pack};
  return 0;
}

static void call(void (*stub)(void), uint64_t expected, ...) {
  static unsigned char buffer[65536] __attribute__((aligned(64)));
  const struct registration *found = NULL;
  for (size_t i = 0; i < registered; ++i)
    if (table[i].stub == stub)
      found = &table[i];
  if (!found || found->size > sizeof buffer) {
    printf("#error stub without registration\\n");
    return;
  }
  memset(buffer, 0xa5, sizeof buffer);
  va_list arguments;
  va_start(arguments, expected);
  found->pack(buffer, arguments);
  va_end(arguments);
  printf("CALL(%s, %s, 0x%lxul, %zu, ", found->name, found->unpack, expected, found->size);
  for (size_t i = 0; i < found->size; ++i)
    printf("%u,", buffer[i]);
  printf("0)\\n");
}

void _dpacc_file_device_register_all(void *app);
'''

DEVICE_MAIN = '''\
/* Made by signatures.py: runs the calls of calls.inc. */
#include <stddef.h>
#include <stdint.h>

extern uint64_t lastHash;

#define CALL(NAME, UNPACK, EXPECTED, SIZE, ...) uint64_t UNPACK(void *buffer, void *function);
#include "calls.inc"
#undef CALL

void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; ++i)
    ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memset(void *to, int value, size_t n) {
  for (size_t i = 0; i < n; ++i)
    ((volatile char *)to)[i] = (char)value;
  return to;
}

static void systemCall(long number, long first, long second, long third) {
  register long a7 __asm__("a7") = number, a0 __asm__("a0") = first, a1 __asm__("a1") = second, a2 __asm__("a2") = third;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
}

static void say(const char *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  systemCall(64, 1, (long)text, (long)length);
}

static int agreed, differing;

static void run(const char *name, uint64_t (*unpack)(void *, void *), const unsigned char *bytes, size_t size,
                uint64_t expected) {
  static unsigned char buffer[65536] __attribute__((aligned(64)));
  memcpy(buffer, bytes, size);
  lastHash = 0;
  uint64_t result = unpack(buffer, 0);
  if (result == 0)
    result = lastHash; /* a __dpa_global__ function */
  if (result == expected) {
    ++agreed;
    return;
  }
  ++differing;
  say("differs: ");
  say(name);
  say("\\n");
}

static void sayNumber(int number) {
  char digits[12] = {0};
  int at = 11;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  say(digits + at);
}

void _start(void) {
#define CALL(NAME, UNPACK, EXPECTED, SIZE, ...)                                                                        \\
  {                                                                                                                    \\
    static const unsigned char bytes[] = {__VA_ARGS__};                                                                \\
    run(#NAME, UNPACK, bytes, SIZE, EXPECTED);                                                                         \\
  }
#include "calls.inc"
  sayNumber(agreed);
  say(" signatures agree, ");
  sayNumber(differing);
  say(" differ\\n");
  systemCall(93, differing != 0, 0, 0);
}
'''

FLEXIO_HOST = '''\
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <string.h>
#include "types.h"

extern struct flexio_app *signatures;

static struct flexio_process *process;
static unsigned agreed, differing;

static void check(const char *name, flexio_status status, uint64_t result, uint64_t expected) {
  if (status == FLEXIO_STATUS_SUCCESS && result == expected) {
    ++agreed;
    return;
  }
  ++differing;
  printf("differs: %s (status %d)\\n", name, (int)status);
}

static struct ibv_context *openDevice(const char *name) {
  int count = 0;
  struct ibv_device **devices = ibv_get_device_list(&count);
  struct ibv_context *context = NULL;
  for (int i = 0; devices && i < count; ++i)
    if (strcmp(ibv_get_device_name(devices[i]), name) == 0)
      context = ibv_open_device(devices[i]);
  if (devices)
    ibv_free_device_list(devices);
  return context;
}

'''


class Signature:
    def __init__(self, index, parameters, is_rpc):
        self.index, self.parameters, self.is_rpc = index, parameters, is_rpc

    def parameter_list(self):
        return ', '.join(p.declare(f'a{i}') for i, p in enumerate(self.parameters)) or 'void'

    def arguments(self):
        return ', '.join(f'a{i}' for i in range(len(self.parameters)))

    def hash_function(self):
        body = [line for i, p in enumerate(self.parameters) for line in p.mix(f'a{i}')]
        lines = ''.join(f'  {line}\n' for line in body)
        return (f'static inline uint64_t hash{self.index}({self.parameter_list()}) {{\n  uint64_t h = {self.index + 1};\n'
                f'{lines}  return h | 1;\n}}\n')

    def device_function(self):
        hashed = f'hash{self.index}({self.arguments()})'
        if self.is_rpc:
            return f'__dpa_rpc__ uint64_t fn{self.index}({self.parameter_list()}) {{ return {hashed}; }}\n'
        return f'__dpa_global__ void fn{self.index}({self.parameter_list()}) {{ lastHash = {hashed}; }}\n'

    def host_call(self, values, is_flexio):
        name = f'fn{self.index}'
        declarations = ''.join(f'  {p.declare(f"a{i}")} = {p.value(values)};\n' for i, p in enumerate(self.parameters))
        passed = ', ' + self.arguments() if self.parameters else ''
        expected = f'  uint64_t expected = hash{self.index}({self.arguments()});\n'
        if is_flexio:
            call = ('  uint64_t result = 0;\n'
                    f'  flexio_status status = flexio_process_call(process, {name}, &result{passed});\n'
                    f'  check("{name}", status, result, expected);\n')
        else:
            call = f'  call({name}, expected{passed});\n'
        return f'void {name}(void);\nstatic void call{self.index}(void) {{\n{declarations}{expected}{call}}}\n'


def make_signatures(rng, count, with_globals):
    """Each scalar alone, all scalars together, nothing at all; the rest at random."""
    maker = TypeMaker(rng)
    lists = [[]] + [[scalar] for scalar in maker.scalars] + [list(maker.scalars)]
    while len(lists) < count:
        parameters = []
        for _ in range(rng.randint(1, 11)):
            draw = rng.random()
            if draw < 0.35:
                parameters.append(maker.record())
            elif draw < 0.5 and maker.records:
                parameters.append(rng.choice(maker.records))
            else:
                parameters.append(rng.choice(maker.scalars))
        lists.append(parameters)
    signatures = [Signature(i, parameters, not with_globals or rng.random() < 0.7) for i, parameters in enumerate(lists)]
    return maker.records, signatures


def host_main(signatures, is_flexio):
    calls = ''.join(f'  call{s.index}();\n' for s in signatures)
    if not is_flexio:
        return f'\nint main(void) {{\n  _dpacc_file_device_register_all(NULL);\n{calls}  return 0;\n}}\n'
    return f'''
int main(int argc, char **argv) {{
  struct ibv_context *context = openDevice(argc > 1 ? argv[1] : "mlx5_0");
  if (!context || flexio_process_create(context, signatures, NULL, &process) != FLEXIO_STATUS_SUCCESS) {{
    printf("no process\\n");
    return 1;
  }}
{calls}  flexio_process_destroy(process);
  ibv_close_device(context);
  printf("%u signatures agree, %u differ\\n", agreed, differing);
  return differing != 0;
}}
'''


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--mode', choices=['buffer', 'flexio'], required=True)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=250)
    parser.add_argument('folder', type=pathlib.Path)
    options = parser.parse_args()
    is_flexio = options.mode == 'flexio'

    records, signatures = make_signatures(random.Random(options.seed), options.count, with_globals=not is_flexio)
    values = random.Random(options.seed + 1)
    options.folder.mkdir(parents=True, exist_ok=True)

    def write(name, text):
        (options.folder / name).write_text(text)

    write('types.h', HEAD.format(seed=options.seed) + ENUMERATIONS + ''.join(r.define() for r in records)
          + ''.join(s.hash_function() for s in signatures))
    write('device.c', '#include "types.h"\nuint64_t lastHash;\n' + ''.join(s.device_function() for s in signatures))
    write('host.c', (FLEXIO_HOST if is_flexio else BUFFER_HOST)
          + ''.join(s.host_call(values, is_flexio) for s in signatures) + host_main(signatures, is_flexio))
    if not is_flexio:
        write('device-main.c', DEVICE_MAIN)
    print(f'{len(signatures)} signatures, {len(records)} record types')


if __name__ == '__main__':
    main()
