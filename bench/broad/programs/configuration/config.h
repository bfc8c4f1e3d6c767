/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What qrencode's build would have found out.
 */
#define HAVE_STRDUP 1
#define MAJOR_VERSION 4
#define MICRO_VERSION 1
#define MINOR_VERSION 1
#define STATIC_IN_RELEASE static
#define VERSION "4.1.1"
