/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * DOCA PCC 2.5 for device code, of which the SDK has doca_pcc_dev_utils.h only. C and C++, device only.
 */
#ifndef DOCA_PCC_DEV_H
#define DOCA_PCC_DEV_H

#include <doca_pcc_dev_common.h>

#endif
