// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --coredump writes a core of each process that ends with an error, also if the program ends right
// after it, and none of others. Processes of a fork() and of another run have files of their own.
// RUN: rm -rf %t && split-file %s %t && mkdir %t/cores
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/../host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: cd %t && dpa-run --coredump=cores -- %t/host call 2>&1 | FileCheck --check-prefix=CALL %s
// RUN: llvm-readelf -h -n %t/cores/host.*.mlx5_0.1.core | FileCheck --check-prefix=CORE %s
// RUN: rm %t/cores/* && cd %t && dpa-run --coredump=cores -- %t/host handler
// RUN: llvm-readelf -h -n %t/cores/host.*.mlx5_0.1.core | FileCheck --check-prefix=CORE %s
// RUN: rm %t/cores/* && cd %t && dpa-run --coredump=cores -- %t/host finish && not ls cores/*
// RUN: cd %t && dpa-run --coredump=cores -- %t/host forked && dpa-run --coredump=cores -- %t/host call
// RUN: ls %t/cores/host.*.mlx5_0.1.core | count 3
// RUN: rm %t/cores/*
// RUN: cd %t/cores && dpa-run -- %t/host call 2>/dev/null && not ls %t/cores/*
// CALL: did not return: store access fault
// CALL: flexio: warning: core dump: process 'test_app' on 'mlx5_0': {{.*}}/cores/host.{{[0-9]+}}.mlx5_0.1.core
// CORE: Type: CORE (Core file)
// CORE: Machine: RISC-V
// CORE: NT_PRSTATUS
// CORE: NT_PRPSINFO
// CORE: NT_PRSTATUS

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t store(uint64_t address) {
  *(volatile uint64_t *)address = 1;
  return 0;
}

__dpa_global__ void handler(uint64_t address) {
  store(address);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint64_t id) {
  flexio_dev_event_handler_activate((uint32_t)id);
  return 0;
}

__dpa_rpc__ uint64_t finish(void) { flexio_dev_process_finish(); }

//--- host.c
#include "handler.h"

#include <sys/wait.h>
#include <unistd.h>

flexio_func_t store, handler, activate, finish;

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  pid_t child = strcmp(how, "forked") == 0 ? fork() : -1;
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler *created = create_handler(process, handler);
  struct pollfd failed = {.fd = flexio_err_handler_fd(process),
                          .events = POLLIN};

  if (strcmp(how, "call") == 0 || strcmp(how, "forked") == 0)
    flexio_process_call(process, store, NULL, (uint64_t)8);
  else if (strcmp(how, "finish") == 0)
    flexio_process_call(process, finish, NULL);
  if (child > 0)
    EXPECT(waitpid(child, NULL, 0) == child);
  if (strcmp(how, "handler") != 0)
    return 0;
  EXPECT_SUCCESS(flexio_event_handler_run(created, 8));
  flexio_process_call(process, activate, NULL,
                      flexio_event_handler_get_activation_id(created));
  EXPECT(poll(&failed, 1, -1) == 1);
  return 0; /* the dump may be under way */
}
