// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dpa-config, beside the common ones. Names and letters are those of mlxconfig.
include "tools/command-line/common.td"

defm d : Letter<"d", "Device: name in the configuration, or a state directory", "<device>">;
defm dev : Spelling<"dev", d>;
defm p : Letter<"p", "Private key that signs the file: a PEM file without a password, or a PKCS#11 URI", "<key>">;
defm private_key : Spelling<"private_key", p>;
defm u : Letter<"u", "UUID of the key", "<uuid>">;
defm key_uuid : Spelling<"key_uuid", u>;
def a : Flag<["-", "--"], "a">, HelpText<"gen_xml_template: write all attributes">;
def all_attrs : Switch<"all_attrs">, Alias<a>;
def e : Flag<["-", "--"], "e">, HelpText<"query: print default and current values, too">;
def enable_verbosity : Switch<"enable_verbosity">, Alias<e>;
defm j : Letter<"j", "query: write the values to a JSON file", "<file>">;
defm json_format : Spelling<"json_format", j>;
def y : Flag<["-", "--"], "y">, HelpText<"No effect: the command does not ask">;
def yes : Switch<"yes">, Alias<y>;
