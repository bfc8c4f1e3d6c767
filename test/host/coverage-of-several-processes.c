// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters of several device programs in one host program, and of the child of a fork(), are in files of
// their own by %m and %p; two images in one file are an error, and the file stays that of the first. A
// profile has all processes of the program in one file.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-O2 -fprofile-instr-generate -fcoverage-mapping" %t/first.c -o %t/first.a -app-name=test_app
// RUN: %dpacc_bf3 -devicecc-options="-O2 -fprofile-instr-generate -fcoverage-mapping" %t/second.c -o %t/second.a -app-name=second_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/first.a %t/second.a %flexio_libs -o %t/host
// RUN: dpacc-extract %t/host --all -o %t/images
// DEFINE: %{report} = llvm-profdata merge *.profraw -o all.profdata && llvm-cov show %t/images/test_app.bf3.elf -object %t/images/second_app.bf3.elf -instr-profile=all.profdata | FileCheck %s
// RUN: mkdir %t/one && cd %t/one && dpa-run -- %t/host && ls | count 2 && %{report} --check-prefixes=FIRST,SECOND
// RUN: mkdir %t/child && cd %t/child && dpa-run -- %t/host fork && ls | count 3 && %{report} --check-prefixes=TWICE,SECOND
// RUN: mkdir %t/same && cd %t/same && dpa-run --coverage=a.profraw -- %t/host 2>&1 | FileCheck --check-prefix=SAME %s
// RUN: cd %t/same && %{report} --check-prefix=FIRST
// RUN: cd %t && dpa-run --seed=1 --profile=profile,frequency=10000000 -- %t/host && FileCheck --check-prefix=PROFILE %s <profile
// FIRST: 1|__dpa_rpc__ uint64_t add
// TWICE: 2|__dpa_rpc__ uint64_t add
// SECOND: 1|__dpa_rpc__ uint64_t multiply
// SAME: flexio: error: coverage: process 'second_app' on 'mlx5_0': {{.*}}/a.profraw: has the counters of another image (expected a file name with %m)
// PROFILE: {{^}}process 'test_app' on 'mlx5_0': [[#]] samples
// PROFILE: {{^}}process 'second_app' on 'mlx5_0': [[#]] samples

//--- first.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t a, uint64_t b) { return a + b; }

//--- second.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t multiply(uint64_t a, uint64_t b) { return a * b; }

//--- host.c
#include "host.h"

#include <sys/wait.h>
#include <unistd.h>

extern struct flexio_app *second_app;
flexio_func_t add, multiply;

static void run(struct flexio_process *process, flexio_func_t *function,
                uint64_t expected) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &result, UINT64_C(6),
                                     UINT64_C(7)));
  EXPECT(result == expected);
}

/* The processes of the parent are not its. */
static void run_child(void) {
  pid_t child = fork();
  int status = 0;

  if (child == 0) {
    run(create_process(open_device()), add, 13);
    exit(0);
  }
  EXPECT(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_process *first = create_process(context);
  struct flexio_process *second = NULL;

  EXPECT_SUCCESS(flexio_process_create(context, second_app, NULL, &second));
  run(first, add, 13);
  run(second, multiply, 42);
  if (strcmp(argv[argc - 1], "fork") == 0)
    run_child();
  EXPECT_SUCCESS(flexio_process_destroy(first));
  EXPECT_SUCCESS(flexio_process_destroy(second));
  return 0;
}
