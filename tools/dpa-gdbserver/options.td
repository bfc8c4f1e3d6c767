// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of dpa-gdbserver, beside the common ones.
include "tools/command-line/common.td"

defm token : Value<"token", "The token that flexio_process_udbg_token_get() returned, such as 0x790478344927513b", "<number>">;
defm listen : Value<"listen", "Where gdb connects: :PORT, localhost:PORT or unix:PATH (default: standard input and output)", "<where>">;
