/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What host and device share. */
#ifndef SHAPE_H
#define SHAPE_H

#include <stdint.h>

enum shape_kind { RECTANGLE, TRIANGLE };

struct shape {
  enum shape_kind kind;
  uint32_t width;
  uint32_t height;
};

#endif
