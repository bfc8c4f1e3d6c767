/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For host programs of DOCA DPA: a context with the program, on the device with the given name, or on
 * the first one. Errors end the program. */
#ifndef SAMPLE_DOCA_H
#define SAMPLE_DOCA_H

#include <doca_dev.h>
#include <doca_dpa.h>
#include <doca_sync_event.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program, with the call, unless it succeeds. */
#define CHECK(call) check(call, #call)
static inline void check(doca_error_t status, const char *call) {
  if (status == DOCA_SUCCESS)
    return;
  fprintf(stderr, "error: %s: %s\n", call, doca_error_get_descr(status));
  exit(1);
}

static inline struct doca_dev *open_dpa_device(const char *wanted) {
  char name[DOCA_DEVINFO_IBDEV_NAME_SIZE];
  struct doca_dev *dev = NULL;
  struct doca_devinfo **list;
  uint32_t count;

  CHECK(doca_devinfo_create_list(&list, &count));
  for (uint32_t i = 0; i < count && dev == NULL; i++) {
    CHECK(doca_devinfo_get_ibdev_name(list[i], name, sizeof(name)));
    if (doca_dpa_cap_is_supported(list[i]) == DOCA_SUCCESS &&
        (wanted == NULL || strcmp(name, wanted) == 0))
      CHECK(doca_dev_open(list[i], &dev));
  }
  CHECK(doca_devinfo_destroy_list(list));
  if (dev == NULL) {
    fprintf(stderr, "error: no DPA device '%s' (start with dpa-run)\n",
            wanted ? wanted : "any");
    exit(1);
  }
  return dev;
}

static inline struct doca_dpa *start_program(struct doca_dev *dev,
                                             struct doca_dpa_app *app) {
  struct doca_dpa *dpa;

  CHECK(doca_dpa_create(dev, &dpa));
  CHECK(doca_dpa_set_app(dpa, app));
  CHECK(doca_dpa_start(dpa));
  return dpa;
}

/* An event that device code changes; host and device wait for it. The host is not a publisher, so that a
 * wait ends with an error after a crash of the device code. */
static inline struct doca_sync_event *start_event(struct doca_dev *dev,
                                                  struct doca_dpa *dpa) {
  struct doca_sync_event *event;

  CHECK(doca_sync_event_create(&event));
  CHECK(doca_sync_event_add_publisher_location_dpa(event, dpa));
  CHECK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  CHECK(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  CHECK(doca_sync_event_start(event));
  return event;
}

/* An event that the host changes, and for which kernels wait. */
static inline struct doca_sync_event *start_host_event(struct doca_dev *dev,
                                                       struct doca_dpa *dpa) {
  struct doca_sync_event *event;

  CHECK(doca_sync_event_create(&event));
  CHECK(doca_sync_event_add_publisher_location_cpu(event, dev));
  CHECK(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  CHECK(doca_sync_event_start(event));
  return event;
}

#endif
