/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What tre's build would have found out: expressions of bytes.
 */
#define HAVE_SYS_TYPES_H 1
#define TRE_REGEX_T_FIELD value
#define TRE_VERSION "0.8.0"
