// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A name that a program of an older version did not initialize, because its attributes had none, is
// rejected with an error; it does not crash the program.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio_process_create: process of app 'test_app': the name at 0x5a5a5a5a5a5a5a5a cannot be read
// CHECK: flexio_event_handler_create: 'act' in process 'test_app' on 'mlx5_0': the name at 0x5a5a5a5a5a5a5a5a cannot be read
// CHECK: flexio_msg_stream_create: the stream_name at 0x{{[0-9a-f]+}} cannot be read
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ void act(uint64_t argument) { (void)argument; }

//--- host.c
#include "host.h"

#include <sys/mman.h>
#include <unistd.h>

flexio_func_t act;

/* Readable up to the end of the memory, but without an end of its own. */
static char *text_without_end(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  EXPECT(pages != MAP_FAILED && munmap(pages + page, page) == 0);
  memset(pages, 'x', page);
  return pages + page - 8;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context), *none = process;
  char *unset = (char *)0x5a5a5a5a5a5a5a5a;
  struct flexio_process_attr of_process = {.name = unset};
  struct flexio_event_handler_attr of_handler = {.host_stub_func = act,
                                                 .name = unset};
  flexio_msg_stream_attr_t of_stream = {.data_bsize = 2048,
                                        .stream_name = text_without_end()};
  struct flexio_event_handler *handler = (void *)8;
  struct flexio_msg_stream *stream = (void *)8;

  setvbuf(stdout, NULL, _IOLBF, 0);
  EXPECT_FAILED(flexio_process_create(context, test_app, &of_process, &none));
  EXPECT(none == NULL);
  EXPECT_FAILED(flexio_event_handler_create(process, &of_handler, &handler));
  EXPECT(handler == NULL);
  EXPECT_FAILED(
      flexio_msg_stream_create(process, &of_stream, stdout, NULL, &stream));
  EXPECT(stream == NULL);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
