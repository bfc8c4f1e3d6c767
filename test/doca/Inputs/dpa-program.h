/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For host programs on DOCA DPA: checks, and the context of the first device with a program. */
#ifndef TEST_DOCA_DPA_PROGRAM_H
#define TEST_DOCA_DPA_PROGRAM_H

#include <doca_dev.h>
#include <doca_dpa.h>
#include <doca_log.h>
#include <doca_sync_event.h>

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);          \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
#define DONE(call) EXPECT(call, DOCA_SUCCESS)
#define EXPECT(call, expected)                                                 \
  do {                                                                         \
    doca_error_t status_ = (call);                                             \
    if (status_ != (expected)) {                                               \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              doca_error_get_name(status_));                                   \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static struct doca_dev *dev;
static struct doca_dpa *dpa;

static void open_dpa(struct doca_dpa_app *app) {
  struct doca_log_backend *backend;
  struct doca_devinfo **list;
  uint32_t count;
  DONE(doca_log_backend_create_with_file_sdk(stderr, &backend));
  DONE(doca_devinfo_create_list(&list, &count));
  DONE(doca_dpa_cap_is_supported(list[0]));
  DONE(doca_dev_open(list[0], &dev));
  DONE(doca_devinfo_destroy_list(list));
  DONE(doca_dpa_create(dev, &dpa));
  DONE(doca_dpa_set_app(dpa, app));
  DONE(doca_dpa_start(dpa));
}

static void close_dpa(void) {
  DONE(doca_dpa_destroy(dpa));
  DONE(doca_dev_close(dev));
}

/* An event that the program and the device change and wait for. */
static inline struct doca_sync_event *make_event(void) {
  struct doca_sync_event *event;
  DONE(doca_sync_event_create(&event));
  DONE(doca_sync_event_add_publisher_location_cpu(event, dev));
  DONE(doca_sync_event_add_publisher_location_dpa(event, dpa));
  DONE(doca_sync_event_add_subscriber_location_cpu(event, dev));
  DONE(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  DONE(doca_sync_event_start(event));
  return event;
}

static inline uint64_t handle_of(struct doca_sync_event *event) {
  doca_dpa_dev_sync_event_t handle;
  DONE(doca_sync_event_get_dpa_handle(event, dpa, &handle));
  return handle;
}

#endif
