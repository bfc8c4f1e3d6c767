/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Encryption by pipes, which is not available. The header exists because doca_flow.h of the vendor includes it. C and
 * C++.
 */
#ifndef DOCA_FLOW_CRYPTO_H
#define DOCA_FLOW_CRYPTO_H

#include <doca_types.h>

#endif
