// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dpa-fatbin, beside the common ones.
include "tools/command-line/common.td"

def create : Switch<"create">, HelpText<"Make a container">;
def extract : Switch<"extract">, HelpText<"Write members to files">;
def list_members : Switch<"list">, HelpText<"Show model, kind, offset and size of each member">;
defm arch_member : Value<"arch-member", "One member: an ELF file, an archive or LLVM bitcode; may be repeated", "<model>,<file>">;
defm output : Letter<"o", "Where the container goes", "<file>">;
defm output_file : Spelling<"output-file", output>;
