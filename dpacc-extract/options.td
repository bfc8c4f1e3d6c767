// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dpacc-extract, beside the common ones.
include "tools/command-line/common.td"

def list_apps : Switch<"list">, HelpText<"Show the device programs: models, sizes, versions, entry points, signatures, attributes">;
def json : Switch<"json">, HelpText<"With --list: as JSON, with all symbols">;
def symbols : Switch<"symbols">, HelpText<"With --list: with all symbols">;
def all : Switch<"all">, HelpText<"Take out every image, as <app>.<model>.elf in the folder -o">;
defm replace : Value<"replace", "Put this device ELF in the place of an image, if it fits", "<device ELF>">;
def gdb : Switch<"gdb">, HelpText<"Start gdb-multiarch with a program's image and, if given, a core dump of it">;
defm app_name : Value<"app-name", "Which device program", "<name>">;
defm mcpu : Value<"mcpu", "For which hardware model", "<model>">;
defm output : Letter<"o", "Where the image goes; with --all a folder; with --replace the changed copy (default: in place)", "<file>">;
defm output_file : Spelling<"output-file", output>;
