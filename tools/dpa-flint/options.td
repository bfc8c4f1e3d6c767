// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dpa-flint, beside the common ones.
include "tools/command-line/common.td"

defm d : Letter<"d", "Device: name in the configuration, or a state directory", "<device>">;
defm device : Spelling<"device", d>;
defm i : Letter<"i", "Certificate container", "<file>">;
defm image : Spelling<"image", i>;
def y : Flag<["-", "--"], "y">, HelpText<"No effect: the command does not ask">;
def yes : Switch<"yes">, Alias<y>;
defm component_type : Value<"component_type", "digital_cacert, for query_components", "<type>">;
defm cert_uuid : Value<"cert_uuid", "Root certificate to write to the file after query_components", "<uuid>">;
