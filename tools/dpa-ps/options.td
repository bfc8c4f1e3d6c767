// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of dpa-ps, beside the common ones.
include "tools/command-line/common.td"

defm d : Letter<"d", "The device (default: mlx5_0)", "<name>">;
defm device : Spelling<"device", d_EQ>;
defm p : Letter<"p", "This process only", "<id>">;
defm process : Spelling<"process", p_EQ>;
def t : Flag<["-", "--"], "t">, HelpText<"List threads, too">;
def threads : Switch<"threads">, Alias<t>, HelpText<"Same as -t">;
def json : Switch<"json">, HelpText<"Print JSON">;
defm watch : Value<"watch", "Look again after each interval, until no process is left", "<seconds>">;
defm count : Value<"count", "With --watch: end after that many looks", "<n>">;
