// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of dpa-statistics, beside the common ones.
include "tools/command-line/common.td"

defm d : Letter<"d", "The device (default: mlx5_0)", "<name>">;
defm device : Spelling<"device", d_EQ>;
defm p : Letter<"p", "This process only", "<id>">;
defm process : Spelling<"process", p_EQ>;
defm t : Letter<"t", "With -p: this thread only", "<id>">;
defm thread : Spelling<"thread", t_EQ>;
defm sort : Value<"sort", "Order of 'show': thread (default), executions, instructions, cycles or time, most first", "<column>">;
defm type : Value<"type", "Counters of 'start', 'stop' and 'reset': cumulative (default) or tracer", "<type>">;
def json : Switch<"json">, HelpText<"Print JSON">;
defm watch : Value<"watch", "Look again after each interval, until no process is left", "<seconds>">;
defm count : Value<"count", "With --watch: end after that many looks", "<n>">;
