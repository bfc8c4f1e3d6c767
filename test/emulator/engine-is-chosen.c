// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DPA_ENGINE chooses what runs device code: result and retired instructions are the same, and only
// the JIT has memory for host code. If the kernel denies that memory, or a limit on open files
// does, "auto" is the interpreter and "jit" is an error. With a seed, what is hot is translated at
// once, not by a thread.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run --seed=1 -- %t/host > %t/interp.txt
// RUN: FileCheck --check-prefixes=RESULT,INTERP --input-file=%t/interp.txt %s
// RUN: env DPA_ENGINE=jit dpa-run --seed=1 -- %t/host > %t/jit.txt
// RUN: FileCheck --check-prefixes=RESULT,JIT --input-file=%t/jit.txt %s
// RUN: grep retired %t/interp.txt > %t/interp-retired.txt
// RUN: grep retired %t/jit.txt | diff %t/interp-retired.txt -
// RUN: env DPA_ENGINE=auto dpa-run --seed=1 -- %t/host | FileCheck --check-prefixes=RESULT,JIT %s
// RUN: env -u DPA_ENGINE dpa-run --seed=1 -- %t/host | FileCheck --check-prefixes=RESULT,JIT %s
// RUN: env DPA_ENGINE=auto python3 %S/Inputs/refuse.py memfd_create dpa-run --seed=1 -- %t/host \
// RUN:   | FileCheck --check-prefixes=RESULT,INTERP %s
// RUN: not env DPA_ENGINE=jit python3 %S/Inputs/refuse.py memfd_create dpa-run --seed=1 -- %t/host 2>&1 \
// RUN:   | FileCheck --check-prefix=REFUSED %s
// RUN: env DPA_ENGINE=auto prlimit --fsize=1000000 dpa-run --seed=1 -- %t/host | FileCheck --check-prefixes=RESULT,INTERP %s
// RUN: not env DPA_ENGINE=jit prlimit --fsize=1000000 dpa-run --seed=1 -- %t/host 2>&1 | FileCheck --check-prefix=LIMITED %s
// RUN: not env DPA_ENGINE=fast dpa-run --seed=1 -- %t/host 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RESULT: result 499500
// RESULT: retired {{[0-9]+}}
// JIT: memory for host code: yes
// INTERP: memory for host code: no
// REFUSED: engine jit: memfd_create: Operation not permitted
// LIMITED: engine jit: no memory for host code: files may have 1000000 bytes only (ulimit -f)
// UNKNOWN: DPA_ENGINE: expected one of interp jit auto, got 'fast'

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static volatile uint64_t sum;

__dpa_rpc__ uint64_t add(uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    sum = sum + i;
  return sum;
}

__dpa_rpc__ uint64_t retired(uint64_t count) {
  const uint64_t before = __dpa_thread_inst_ret();

  for (uint64_t i = 0; i < count; i++)
    sum = sum + i;
  return __dpa_thread_inst_ret() - before;
}

//--- host.c
#include "host.h"

flexio_func_t add, retired;

static bool has_host_code(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[4096];
  bool found = false;

  EXPECT(maps);
  while (fgets(line, sizeof line, maps))
    found |= strstr(line, "r-xs") && strstr(line, "dpa-code");
  fclose(maps);
  return found;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t sum = 0, count = 0;

  EXPECT_SUCCESS(flexio_process_call(process, add, &sum, (uint64_t)1000));
  EXPECT_SUCCESS(flexio_process_call(process, retired, &count, (uint64_t)1000));
  printf("result %llu\n", (unsigned long long)sum);
  printf("retired %llu\n", (unsigned long long)count);
  printf("memory for host code: %s\n", has_host_code() ? "yes" : "no");
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
