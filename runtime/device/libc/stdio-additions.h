
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Added to picolibc's stdio.h: FDEV_SETUP_STREAM takes (put, get, flags), as the Flex IO manual's
 * example does, or picolibc's (put, get, flush, flags). Macros only; may be read twice.
 */
#undef FDEV_SETUP_STREAM
#define __FDEV_STREAM_3(p, g, f)                                               \
  {.flags = (f), .put = (p), .get = (g), .flush = 0}
#define __FDEV_STREAM_4(p, g, fl, f)                                           \
  {.flags = (f), .put = (p), .get = (g), .flush = (fl)}
#define __FDEV_STREAM_PICK(p, g, fl, f, name, ...) name
#define FDEV_SETUP_STREAM(...)                                                 \
  __FDEV_STREAM_PICK(__VA_ARGS__, __FDEV_STREAM_4, __FDEV_STREAM_3, )          \
  (__VA_ARGS__)
