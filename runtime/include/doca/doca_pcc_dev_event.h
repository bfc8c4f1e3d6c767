/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * doca_pcc_dev_utils.h under its name in DOCA 2.5. C and C++, device only.
 */
#ifndef DOCA_PCC_DEV_EVENT_H
#define DOCA_PCC_DEV_EVENT_H

#include <doca_pcc_dev.h>
#include <doca_pcc_dev_utils.h>

#endif
