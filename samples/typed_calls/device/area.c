/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the typed calls sample: functions whose arguments the host's
 * compiler checks. */
#include "shape.h"

__dpa_rpc__ uint64_t area(struct shape shape) {
  uint64_t box = (uint64_t)shape.width * shape.height;

  return shape.kind == TRIANGLE ? box / 2 : box;
}

__dpa_rpc__ uint64_t larger(uint64_t first, uint64_t second) {
  return first > second ? first : second;
}
