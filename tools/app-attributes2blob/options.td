// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-app-attributes2blob has the common options only.
include "tools/command-line/common.td"
