/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Empty: the library is not part of the SDK, but programs of DOCA 2.5 include its header.
 */
#ifndef DOCA_COMPRESS_H
#define DOCA_COMPRESS_H

#endif
