/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The first device. */
#ifndef DEVICE_H
#define DEVICE_H

#include "check.h"
#include <doca_dev.h>

static inline struct doca_dev *open_device(void) {
  struct doca_devinfo **list;
  uint32_t count = 0;
  struct doca_dev *dev = NULL;
  OK(doca_devinfo_create_list(&list, &count));
  HOLDS(count > 0);
  OK(doca_dev_open(list[0], &dev));
  OK(doca_devinfo_destroy_list(list));
  return dev;
}

#endif
