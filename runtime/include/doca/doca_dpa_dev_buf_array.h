/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Arrays of buffers in device code, under the name of the header in DOCA 2.5. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_BUF_ARRAY_H
#define DOCA_DPA_DEV_BUF_ARRAY_H

#include <doca_dpa_dev_buf.h>

#endif
