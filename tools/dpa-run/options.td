// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of dpa-run, beside the common ones: one for each setting of a device, and the choice of
// devices.
include "tools/command-line/common.td"

#define DPA_MODEL(id, name, shortName, product, architecture) " " shortName
defvar oneOfModels = "one of"
#include "runtime/abi/hardware-models.def"
  ;
#undef DPA_MODEL

#define DPA_SETTING(id, key, variable, meta, expected, initial, help)                                                  \
  defm id : Value<key, !strconcat(help, " (", expected, !if(!empty(initial), "", "; default: "), initial, ")"), meta>;
#include "emulator/configuration/settings.def"
#undef DPA_SETTING

defm device : Value<"device", "Offer this device; may be repeated (default: mlx5_0)", "<name>[:<model>]">;
def print_config : Switch<"print-config">,
  HelpText<"Print devices and settings as a configuration file, and start nothing">;
def stats : Switch<"stats">,
  HelpText<"At the end of the program, print what processes, threads and execution units have done">;
defm trace : Value<"trace", "Write a timeline of the program in Chrome's trace-event format; in the name, %p stands for the process id, %h for the host, %% for %", "<file>">;
defm report : Value<"report", "Write an HTML page with a timeline of the program; its name is a pattern, too", "<file>">;
defm config : Value<"config", "Read devices and settings from a file", "<file>">;
