/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host side of the hello sample: calls hello() on the first device. */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *hello_app;
flexio_func_t hello;

int main(void) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 4096,
                                         .level = FLEXIO_MSG_DEV_INFO};
  struct flexio_msg_stream *stream;
  struct flexio_process *process;
  uint64_t sum;
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;

  if (!device) {
    fprintf(stderr, "hello: error: no device (start with dpa-run)\n");
    return EXIT_FAILURE;
  }
  if (flexio_process_create(device, hello_app, NULL, &process) ||
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream) ||
      flexio_process_call(process, hello, &sum, 44ul, 55ul))
    return EXIT_FAILURE; /* libflexio has logged why */
  printf("Result: %lu\n", sum);

  flexio_msg_stream_destroy(stream);
  flexio_process_destroy(process);
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return EXIT_SUCCESS;
}
