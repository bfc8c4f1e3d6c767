// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of sync events is not limited by the kernel's limit for mappings of a program (vm.max_map_count): events share their mappings,
// and memory of destroyed events is used again. Each has a value of its own.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t 5000 | FileCheck %s
#include "device.h"
#include <doca_sync_event.h>
#include <stdlib.h>

enum { MAPPINGS = 40 };

static int mappings(void) {
  FILE *file = fopen("/proc/self/maps", "r");
  int lines = 0;
  HOLDS(file != NULL);
  for (int byte; (byte = fgetc(file)) >= 0;)
    lines += byte == '\n';
  fclose(file);
  return lines;
}

static void create(struct doca_dev *dev, struct doca_sync_event **event) {
  OK(doca_sync_event_create(event));
  OK(doca_sync_event_add_publisher_location_cpu(*event, dev));
  OK(doca_sync_event_add_subscriber_location_cpu(*event, dev));
  OK(doca_sync_event_start(*event));
}

int main(int count, char **arguments) {
  int total = count == 2 ? atoi(arguments[1]) : 0;
  struct doca_sync_event **events = calloc((size_t)total, sizeof *events);
  struct doca_dev *dev = open_device();
  int before = mappings(), most = 0;
  HOLDS(total > MAPPINGS && events);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < total; i++) {
      uint64_t value = 1;
      create(dev, &events[i]);
      OK(doca_sync_event_get(events[i], &value));
      HOLDS(value == 0);
      OK(doca_sync_event_update_set(events[i], (uint64_t)i + 1));
    }
    most = mappings() > most ? mappings() : most;
    for (int i = 0; i < total; i++) {
      uint64_t value = 0;
      OK(doca_sync_event_get(events[i], &value));
      HOLDS(value == (uint64_t)i + 1);
      OK(doca_sync_event_stop(events[i]));
      OK(doca_sync_event_destroy(events[i]));
    }
  }
  HOLDS(most - before < MAPPINGS);
  OK(doca_dev_close(dev));
  free(events);
  return result(); // CHECK: {{^}}0 failures
}
