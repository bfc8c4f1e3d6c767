/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Log and trace of a device program: the level of the log and the files that
 * both go to are set before the context is started. */
#include "../../common/doca_arguments.h"

extern struct doca_dpa_app *dpa_log_trace_app;
extern doca_dpa_func_t log_levels, trace_steps;

enum { NUMBER = 6 };

static const char log_path[] = "dpa_log_trace.log";
static const char trace_path[] = "dpa_log_trace.trace";

static struct doca_dpa *start(struct doca_dev *dev, int level) {
  struct doca_dpa *dpa;

  CHECK(doca_dpa_create(dev, &dpa));
  CHECK(doca_dpa_set_app(dpa, dpa_log_trace_app));
  CHECK(doca_dpa_set_log_level(dpa, (doca_dpa_dev_log_level_t)level));
  CHECK(doca_dpa_log_file_set_path(dpa, log_path));
  CHECK(doca_dpa_trace_file_set_path(dpa, trace_path));
  CHECK(doca_dpa_start(dpa));
  return dpa;
}

static void run(struct doca_dev *dev, struct doca_dpa *dpa) {
  static char text[] = "from device memory";
  struct doca_sync_event *done = start_event(dev, dpa);
  doca_dpa_dev_uintptr_t copy;

  CHECK(doca_dpa_mem_alloc(dpa, sizeof(text), &copy));
  CHECK(doca_dpa_h2d_memcpy(dpa, copy, text, sizeof(text)));
  CHECK(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, done, 1, 1, log_levels,
                                          (uint64_t)NUMBER, copy));
  CHECK(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, done, 1, 1, trace_steps,
                                          (uint64_t)NUMBER));
  CHECK(doca_sync_event_wait_gt(done, 1, UINT64_MAX));
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_dpa_mem_free(dpa, copy));
}

static void show(const char *path) {
  FILE *file = fopen(path, "r");
  int next;

  if (file == NULL) {
    perror(path);
    exit(1);
  }
  printf("%s:\n", path);
  while ((next = fgetc(file)) != EOF)
    putchar(next);
  fclose(file);
}

int main(int argc, char **argv) {
  const struct sample_parameter level = {
      .short_name = "dl",
      .long_name = "device-log-level",
      .value = "<30, 40, 50, 60>",
      .description = "Level of the device's log: errors, and warnings, and "
                     "infos (default), and debug",
      .type = DOCA_ARGP_TYPE_INT,
      .take = take_number};
  struct sample_arguments arguments = {.number = DOCA_DPA_DEV_LOG_LEVEL_INFO};

  read_arguments("dpa_log_trace", argc, argv, &level, &arguments);
  struct doca_dev *dev =
      open_dpa_device(arguments.device[0] ? arguments.device : NULL);
  struct doca_dpa *dpa = start(dev, arguments.number);
  run(dev, dpa);
  /* Both files are complete when the context is destroyed. */
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  show(log_path);
  show(trace_path);
  return 0;
}
