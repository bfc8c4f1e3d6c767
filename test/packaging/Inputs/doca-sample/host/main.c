/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches a kernel that waits for an event of the host, and waits for its end. */
#include <doca_argp.h>
#include <doca_dev.h>
#include <doca_dpa.h>
#include <doca_log.h>
#include <doca_sync_event.h>

#include <stdlib.h>
#include <string.h>

DOCA_LOG_REGISTER(SAMPLE::MAIN);

#define OK(call)                                                               \
  do {                                                                         \
    doca_error_t status = (call);                                              \
    if (status != DOCA_SUCCESS) {                                              \
      DOCA_LOG_ERR("%s: %s", #call, doca_error_get_descr(status));             \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

extern struct doca_dpa_app *dpa_sample_app;
doca_dpa_func_t hello_world;

static char wanted[DOCA_DEVINFO_IBDEV_NAME_SIZE] = "NOT_SET";

static doca_error_t set_device(void *parameter, void *configuration) {
  (void)configuration;
  strncpy(wanted, parameter, sizeof wanted - 1);
  return DOCA_SUCCESS;
}

static void read_arguments(int argc, char **argv) {
  struct doca_argp_param *device;

  OK(doca_argp_init("doca_dpa_sample", NULL));
  OK(doca_argp_param_create(&device));
  doca_argp_param_set_short_name(device, "pf_dev");
  doca_argp_param_set_long_name(device, "pf-device");
  doca_argp_param_set_description(device, "device");
  doca_argp_param_set_callback(device, set_device);
  doca_argp_param_set_type(device, DOCA_ARGP_TYPE_STRING);
  OK(doca_argp_register_param(device));
  OK(doca_argp_start(argc, argv));
}

static struct doca_dev *open_device(void) {
  char name[DOCA_DEVINFO_IBDEV_NAME_SIZE];
  struct doca_devinfo **list;
  struct doca_dev *dev = NULL;
  uint32_t count;

  OK(doca_devinfo_create_list(&list, &count));
  for (uint32_t i = 0; i < count && !dev; i++) {
    OK(doca_devinfo_get_ibdev_name(list[i], name, sizeof name));
    if (doca_dpa_cap_is_supported(list[i]) == DOCA_SUCCESS &&
        (strcmp(wanted, "NOT_SET") == 0 || strcmp(wanted, name) == 0))
      OK(doca_dev_open(list[i], &dev));
  }
  OK(doca_devinfo_destroy_list(list));
  if (!dev)
    exit(EXIT_FAILURE);
  return dev;
}

int main(int argc, char **argv) {
  struct doca_sync_event *wait, *done;
  struct doca_dpa *dpa;

  OK(doca_log_backend_create_standard());
  read_arguments(argc, argv);
  struct doca_dev *dev = open_device();
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, dpa_sample_app));
  OK(doca_dpa_start(dpa));
  OK(doca_sync_event_create(&wait));
  OK(doca_sync_event_add_publisher_location_cpu(wait, dev));
  OK(doca_sync_event_add_subscriber_location_dpa(wait, dpa));
  OK(doca_sync_event_start(wait));
  OK(doca_sync_event_create(&done));
  OK(doca_sync_event_add_publisher_location_dpa(done, dpa));
  OK(doca_sync_event_add_subscriber_location_cpu(done, dev));
  OK(doca_sync_event_start(done));
  OK(doca_dpa_kernel_launch_update_set(dpa, wait, 4, done, 10, 1,
                                       &hello_world));
  OK(doca_sync_event_update_set(wait, 5));
  OK(doca_sync_event_wait_gt(done, 9, UINT64_MAX));
  OK(doca_sync_event_destroy(done));
  OK(doca_sync_event_destroy(wait));
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  OK(doca_argp_destroy());
  DOCA_LOG_INFO("Sample finished successfully");
  return EXIT_SUCCESS;
}
