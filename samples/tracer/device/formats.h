/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sample's traces, as both sides number them. */
#ifndef FORMATS_H
#define FORMATS_H

enum { FORMAT_BEGIN, FORMAT_STEP, FORMAT_END };

#endif
