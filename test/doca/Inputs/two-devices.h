/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program on the first of two devices, and its extended context on the second one. */
#ifndef TWO_DEVICES_H
#define TWO_DEVICES_H

#include "check.h"
#include <doca_dev.h>
#include <doca_dpa.h>

struct dpa_context {
  struct doca_dev *dev;
  struct doca_dpa *dpa;
};

static inline void open_both(struct doca_dpa_app *app,
                             struct dpa_context *first,
                             struct dpa_context *second) {
  struct doca_devinfo **list;
  uint32_t count;
  OK(doca_devinfo_create_list(&list, &count));
  HOLDS(count == 2);
  OK(doca_dev_open(list[0], &first->dev));
  OK(doca_dev_open(list[1], &second->dev));
  OK(doca_devinfo_destroy_list(list));
  OK(doca_dpa_create(first->dev, &first->dpa));
  OK(doca_dpa_set_app(first->dpa, app));
  OK(doca_dpa_start(first->dpa));
  OK(doca_dpa_device_extend(first->dpa, second->dev, &second->dpa));
}

static inline void close_both(const struct dpa_context *first,
                              const struct dpa_context *second) {
  OK(doca_dpa_peek_at_last_error(second->dpa));
  OK(doca_dpa_destroy(second->dpa));
  OK(doca_dpa_destroy(first->dpa));
  OK(doca_dev_close(first->dev));
  OK(doca_dev_close(second->dev));
}

#endif
