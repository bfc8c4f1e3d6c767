// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control characters of names that come from the program, from device code or from a file are escaped in the log of
// libflexio and of the emulator: each entry is one line, and none changes the terminal.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2> %t/err && FileCheck %s < %t/err
// RUN: printf '[[device]]\nname = "mlx5_0"\n' > %t/now.toml && env DPA_CONFIG=%t/now.toml dpa-run -- %t/host config 2> %t/err
// RUN: FileCheck %s --check-prefix=CONFIG < %t/err

// CHECK-NOT: {{[[:cntrl:]]}}
// CHECK: flexio: error: flexio_buf_dev_free: process 'a\nflexio: error: b\x1b[31m' on 'mlx5_0': device address 0x8 is not that of a buffer
// CHECK-NEXT: flexio: error: flexio_app_get: this program has no app '\tx\x7f'
// CHECK-NEXT: flexio: warning: message stream: cannot write messages of stream 0 ('\x1b]0;title\x07'): No space left on device
// CHECK-NEXT: flexio: error: flexio_process_destroy: stream 0 ('\x1b]0;title\x07'): up to 1 messages were lost: No space left on device
// CHECK-NEXT: done
// CONFIG: dpa-verbs: error: {{.*}}now.toml:1: unknown key '\x1b[31m\n' (expected {{\[\[}}device]])

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(void) {
  flexio_dev_print("text\n");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t say;

/* dpa-run has checked the file; the library reads it again. */
static void read_changed_configuration(void) {
  FILE *file = fopen(getenv("DPA_CONFIG"), "w");

  EXPECT(file);
  fputs("\"\\u001b[31m\\n\" = 1\n", file);
  fclose(file);
  EXPECT(ibv_get_device_list(NULL) == NULL);
}

static void name_things(void) {
  struct flexio_process_attr attributes = {.name =
                                               "a\nflexio: error: b\033[31m"};
  flexio_msg_stream_attr_t of_stream = {.data_bsize = 2048,
                                        .stream_name = "\033]0;title\a"};
  struct flexio_app_select_attr wanted = {.app_name = "\tx\177"};
  struct flexio_process *process;
  struct flexio_msg_stream *stream;
  struct flexio_app *app;
  FILE *full = fopen("/dev/full", "w");

  EXPECT_SUCCESS(
      flexio_process_create(open_device(), test_app, &attributes, &process));
  EXPECT_FAILED(flexio_buf_dev_free(process, 8));
  EXPECT_FAILED(flexio_app_get(&wanted, &app));
  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &of_stream, full, NULL, &stream));
  EXPECT_SUCCESS(flexio_process_call(process, say, NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    read_changed_configuration();
  else
    name_things();
  fputs("done\n", stderr);
  return 0;
}
