// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Core dumps and crash texts have the manual's names; a folder that cannot be written, a full disk,
// a pipe of the file's name and a process that is alive are errors, and leave no file.
// PROVES: R-DUMP-05 R-DUMP-06 R-DUMP-08 R-DUMP-10 R-DUMP-11
// RUN: rm -rf %t && split-file %s %t && mkdir %t/folder
// RUN: %dpacc_bf3 -devicecc-options="-g" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: cd %t/folder && dpa-run -- %t/host %t/absolute > %t/out 2>&1
// RUN: FileCheck %s < %t/out
// RUN: ls %t/folder | FileCheck --check-prefix=FILES %s
// RUN: ls %t/absolute.2.core %t/absolute.2.crash
// RUN: FileCheck --check-prefix=TEXT %s < %t/absolute.2.crash
// RUN: FileCheck --check-prefix=TEXT %s < %t/out
// RUN: strings %t/absolute.2.core | FileCheck --check-prefix=FACTS %s
//
// CHECK: flexio: error: flexio_coredump_create: process 'test_app' on 'mlx5_0': is alive (expected after the end of the process)
// CHECK-NEXT: flexio: error: flexio_crash_data: process 'test_app' on 'mlx5_0': is alive
// CHECK: load access fault at address 0x10
// CHECK: flexio: error: flexio_coredump_create: {{.*}}/none/x.2.core: cannot {{.*}}: No such file or directory
// CHECK: flexio: error: flexio_coredump_create: {{.*}}/absolute-pipe.2.core: is not a regular file
// CHECK: flexio: error: flexio_coredump_create: the name of the file cannot be read
// CHECK: flexio: error: flexio_coredump_create: {{.*}}full.2.core: cannot write: File too large
// CHECK: done
// FILES: flexio_dev.2.core
// FILES-NEXT: flexio_dev.2.crash
// FILES-NEXT: relative.2.core
// FILES-NEXT: relative.2.crash
// FILES-NOT: {{.}}
// TEXT: process 'test_app' on 'mlx5_0', id 2, status 6
// TEXT: load access fault at address 0x10, pc [[PC:0x4[0-9a-f]+]] (read_at{{.*}}device.c:4
// TEXT: ra 000000004{{.*}} sp 00000000b
// TEXT: thread {{[0-9]+}}: '{{.*}}read_null' ended the process on EU {{[0-9]+}}, pc [[PC]] (read_at
// TEXT: build id {{[0-9a-f]+}}
// FACTS: process 2
// FACTS: build-id {{[0-9a-f]+}}
// FACTS: host-program {{.*}}/host
// FACTS: host-build-id
// FACTS: status 6
// FACTS: end load access fault at address 0x10, pc 0x4{{[0-9a-f]+}} (read_at{{.*}}device.c:4
// FACTS: thread {{[0-9]+}} '{{.*}}read_null' ended the process on EU
// FACTS: heap 0x8

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>
__attribute__((noinline)) static uint64_t read_at(uint64_t address) {
  return *(volatile uint64_t *)address;
}

__dpa_rpc__ uint64_t read_null(void) { return read_at(16) + 1; }

//--- host.c
#include "host.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

flexio_func_t read_null;

static void limit_files(rlim_t size) {
  struct rlimit limit;

  EXPECT(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
  EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* No file larger than 32 KiB can be written. */
static void dump_to_full_disk(struct flexio_process *process) {
  signal(SIGXFSZ, SIG_IGN);
  limit_files(32768);
  EXPECT_FAILED(flexio_coredump_create(process, "full"));
}

/* A folder in which nothing can be created; the file is in /tmp then. */
static void dump_without_folder(struct flexio_process *process) {
  char name[64], path[128];

  snprintf(name, sizeof name, "core-dump-files-%d", (int)getpid());
  snprintf(path, sizeof path, "/tmp/%s.2.core", name);
  EXPECT(mkdir("gone", 0700) == 0 && chdir("gone") == 0 &&
         rmdir("../gone") == 0);
  EXPECT_SUCCESS(flexio_coredump_create(process, name));
  EXPECT(unlink(path) == 0);
}

/* A pipe without a reader would block the program. */
static void dump_to_pipe(struct flexio_process *process, const char *path) {
  char name[4096], file[4096 + 8];

  snprintf(name, sizeof name, "%s-pipe", path);
  snprintf(file, sizeof file, "%s.2.core", name);
  EXPECT(mkfifo(file, 0600) == 0);
  EXPECT_FAILED(flexio_coredump_create(process, name));
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);

  EXPECT_FAILED(flexio_coredump_create(process, "alive"));
  EXPECT_FAILED(flexio_crash_data(process, "alive"));
  EXPECT_SUCCESS(flexio_process_destroy(process));

  process = create_process(context);
  EXPECT(flexio_process_call(process, read_null, NULL) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_coredump_create(process, NULL));
  EXPECT_SUCCESS(flexio_crash_data(process, NULL));
  EXPECT_SUCCESS(flexio_coredump_create(process, "relative"));
  EXPECT_SUCCESS(flexio_coredump_create(process, "relative")); /* again */
  EXPECT_SUCCESS(flexio_crash_data(process, "relative"));
  EXPECT_SUCCESS(flexio_coredump_create(process, argv[argc - 1]));
  EXPECT_SUCCESS(flexio_crash_data(process, argv[argc - 1]));
  EXPECT_FAILED(flexio_coredump_create(process, "/none/x"));
  dump_to_pipe(process, argv[argc - 1]);
  EXPECT_FAILED(flexio_coredump_create(process, (const char *)16));
  EXPECT_FAILED(flexio_coredump_create(NULL, NULL));
  dump_to_full_disk(process);
  limit_files(RLIM_INFINITY);
  dump_without_folder(process);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  fprintf(stderr, "done\n");
  return 0;
}
