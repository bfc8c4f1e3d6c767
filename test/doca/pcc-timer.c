// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The timer of DOCA PCC in a remote call whose source includes no other header:
// it never goes back, and its lower half is that of the whole. Fixed-point
// functions and fences are those of dpaintrin.h.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && dpacc timer.c event.c -o app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- timer.c
#include <doca_pcc_dev_utils.h>

enum { ROUNDS = 10000 };

__dpa_rpc__ uint64_t use_timer(void) {
  uint64_t before = doca_pcc_dev_get_timer();

  for (int i = 0; i < ROUNDS; i++) {
    uint64_t now = doca_pcc_dev_get_timer();

    if (now < before)
      return 1;
    before = now;
  }
  uint64_t first = doca_pcc_dev_get_timer();
  uint32_t low = doca_pcc_dev_get_timer_lo();
  uint64_t last = doca_pcc_dev_get_timer();
  if ((uint32_t)(low - (uint32_t)first) > last - first)
    return 2;
  while (doca_pcc_dev_get_timer() - last < 100)
    doca_pcc_dev_fence_all();
  return 0;
}

__dpa_rpc__ uint64_t use_numbers(void) {
  doca_pcc_dev_fence_memory();
  doca_pcc_dev_fence_io();
  doca_pcc_dev_fence_w_r();
  if (doca_pcc_dev_fxp_recip(4 << 16) != 1 << 14)
    return 1;
  return doca_pcc_dev_fxp_power2(3 << 16) != 8 << 16 ||
         doca_pcc_dev_fxp_log2(32) != 5 << 16;
}

//--- event.c
#include <doca_pcc_dev_event.h>

__dpa_rpc__ uint64_t use_event_header(void) {
  return doca_pcc_dev_get_timer() == 0;
}

//--- host.c
#include "device.h"
#include <doca_dpa.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t use_timer, use_numbers, use_event_header;

int main(void) {
  struct doca_dev *dev = open_device();
  struct doca_dpa *dpa;
  uint64_t value = 9;
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_start(dpa));
  OK(doca_dpa_rpc(dpa, use_timer, &value));
  HOLDS(value == 0);
  OK(doca_dpa_rpc(dpa, use_numbers, &value));
  HOLDS(value == 0);
  OK(doca_dpa_rpc(dpa, use_event_header, &value));
  HOLDS(value == 0);
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
