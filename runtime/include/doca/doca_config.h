/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * What the DOCA headers are configured for: the architecture of the machine, and the generation of
 * the interface. Included by doca_compat.h. C and C++.
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
 * The generation of the interface: major * 100 + minor. Before 210 the declarations are those of
 * DOCA 2.5, from 210 on those of DOCA 2.10 and 3.x. pkg-config module `doca` sets 205.
 */
#ifndef DOCA_COMPAT_VERSION
#define DOCA_COMPAT_VERSION 303
#endif

#endif
