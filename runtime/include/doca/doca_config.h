/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Configuration of the DOCA headers: architecture of the machine, generation of the interface. Included by
 * doca_compat.h. C and C++.
 */
#ifndef DOCA_CONFIG_H
#define DOCA_CONFIG_H

/** The program runs on a host with an emulated card, never on the card itself. */
#define DOCA_ARCH_HOST
#if defined(__aarch64__)
#define DOCA_ARCH_ARM
#else
#define DOCA_ARCH_X86
#endif

/**
 * The generation of the interface: major * 100 + minor. From 210 on the declarations are those of DOCA
 * 2.10 and 3.x, from 205 on those of 2.5, and before those of 1.5 and 2.0. pkg-config module `doca`
 * sets 205, and so does `dpacc -ldpa` without -mcpu. By default, all functions of 1.5 are
 * declared beside those of 3.x; if both have a function of one name, the number of arguments selects it.
 */
#ifndef DOCA_COMPAT_VERSION
#define DOCA_COMPAT_VERSION 303
#endif

#include <doca_generation.h>

#endif
