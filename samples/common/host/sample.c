/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the samples' host programs share: see sample.h. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_ALIGNMENT = 64 }; /* of address and size */

bool sample_fail(const struct sample *sample, const char *what) {
  fprintf(stderr, "%s: error: %s\n", sample->name, what);
  return false;
}

bool sample_check(const struct sample *sample, const char *what,
                  flexio_status status) {
  if (status == FLEXIO_STATUS_SUCCESS)
    return true;
  fprintf(stderr, "%s: error: %s failed (status %d, process status %d)\n",
          sample->name, what, (int)status,
          flexio_err_status_get(sample->process));
  return false;
}

const char *sample_device_argument(const struct sample *sample, int argc,
                                   char **argv) {
  if (argc == 2)
    return argv[1];
  fprintf(stderr, "%s: error: wrong number of arguments (expected 1, got %d)\n",
          sample->name, argc > 0 ? argc - 1 : 0);
  fprintf(stderr, "usage: %s DEVICE      e.g. %s mlx5_0\n", sample->name,
          sample->name);
  return NULL;
}

static void print_known_devices(const struct sample *sample,
                                struct ibv_device **list, int count) {
  if (count == 0) {
    fprintf(stderr,
            "%s: note: there are no devices; start the program with "
            "dpa-run\n",
            sample->name);
    return;
  }
  fprintf(stderr, "%s: note: there is", sample->name);
  for (int i = 0; i < count; i++)
    fprintf(stderr, "%s '%s'", i ? "," : "", ibv_get_device_name(list[i]));
  fprintf(stderr, "\n");
}

static bool open_device(struct sample *sample, const char *name) {
  int count = 0;
  struct ibv_device **list = ibv_get_device_list(&count);
  struct ibv_device *found = NULL;

  if (!list)
    count = 0;
  for (int i = 0; i < count; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0)
      found = list[i];
  if (found)
    sample->device = ibv_open_device(found);
  if (!sample->device)
    fprintf(stderr, "%s: error: cannot open a device '%s'\n", sample->name,
            name);
  if (!found)
    print_known_devices(sample, list, count);
  if (list)
    ibv_free_device_list(list);
  return sample->device != NULL;
}

bool sample_start(struct sample *sample, const char *device_name,
                  struct flexio_app *app) {
  flexio_msg_stream_attr_t stream = {
      .data_bsize = 4096,
      .sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_SYNC,
      .level = FLEXIO_MSG_DEV_INFO,
      .stream_name = "default stream",
  };

  if (!open_device(sample, device_name))
    return false;
  printf("Registered on device %s\n", device_name);
  return sample_check(sample, "creating a process",
                      flexio_process_create(sample->device, app, NULL,
                                            &sample->process)) &&
         sample_check(sample, "creating a message stream",
                      flexio_msg_stream_create(sample->process, &stream, stdout,
                                               NULL, &sample->stream));
}

bool sample_stop(struct sample *sample) {
  bool is_fine = sample_check(sample, "ending the message stream",
                              flexio_msg_stream_destroy(sample->stream));

  is_fine &= sample_check(sample, "ending the process",
                          flexio_process_destroy(sample->process));
  sample->process = NULL;
  if (sample->device && ibv_close_device(sample->device) != 0)
    is_fine = sample_fail(sample, "cannot close the device");
  return is_fine;
}

bool sample_open_window(const struct sample *sample, size_t size,
                        struct sample_window *window) {
  struct ibv_pd *domain = flexio_process_get_pd(sample->process);

  window->size =
      (size + WINDOW_ALIGNMENT - 1) / WINDOW_ALIGNMENT * WINDOW_ALIGNMENT;
  window->memory = aligned_alloc(WINDOW_ALIGNMENT, window->size);
  if (!window->memory)
    return sample_fail(sample, "out of memory");
  memset(window->memory, 0, window->size);
  window->region = ibv_reg_mr(domain, window->memory, window->size,
                              IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
                                  IBV_ACCESS_REMOTE_WRITE);
  if (!window->region)
    return sample_fail(sample, "cannot register memory");
  return sample_check(
      sample, "creating a window",
      flexio_window_create(sample->process, domain, &window->window));
}

bool sample_close_window(const struct sample *sample,
                         struct sample_window *window) {
  bool is_fine = sample_check(sample, "ending the window",
                              flexio_window_destroy(window->window));

  if (window->region && ibv_dereg_mr(window->region) != 0)
    is_fine = sample_fail(sample, "cannot end the memory's registration");
  free(window->memory);
  return is_fine;
}
