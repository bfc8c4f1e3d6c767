// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpacc: every option, once. llvm-tblgen turns this into options.inc. Each option has a one-dash and
// a two-dash spelling; each value follows "=" or a blank. Options of the class Later are known names whose work this
// version does not do: using one is an error that says so.
include "llvm/Option/OptParser.td"

def Later : OptionFlag;

// An option without a value.
class Switch<string name> : Flag<["-", "--"], name>;

// An option with a value: "-name=value" is the option, "-name value" its alias.
multiclass Value<string name, string help = "", string meta = ""> {
  def _EQ : Joined<["-", "--"], name # "=">, HelpText<help>, MetaVarName<meta>;
  def "" : Separate<["-", "--"], name>, Alias<!cast<Option>(NAME # "_EQ")>;
}

// Another name for an option that Value made.
multiclass Spelling<string name, Option option> {
  def _EQ : Joined<["-", "--"], name # "=">, Alias<option>;
  def "" : Separate<["-", "--"], name>, Alias<option>;
}

multiclass LaterValue<string name> {
  def _EQ : Joined<["-", "--"], name # "=">, Flags<[HelpHidden, Later]>;
  def "" : Separate<["-", "--"], name>, Alias<!cast<Option>(NAME # "_EQ")>;
}

class LaterSwitch<string name> : Flag<["-", "--"], name>, Flags<[HelpHidden, Later]>;

// Building
defm mcpu : Value<"mcpu", "Hardware models to build for: a list of nv-dpa-cx7, nv-dpa-bf3, nv-dpa-cx8, nv-dpa-cx9", "<models>">;
defm hostcc : Value<"hostcc", "Host compiler for the generated host code", "<command>">;
defm output : Value<"o", "The host library to write", "<file>">;
defm output_file : Spelling<"output-file", output_EQ>;
defm app_name : Value<"app-name", "Name of the device program: a C identifier (default: __dpa_a_out)", "<name>">;

// Passing on
def I : JoinedOrSeparate<["-"], "I">, HelpText<"Look for headers in <dir>, for device and host compilation">, MetaVarName<"<dir>">;
defm common_include_path : Spelling<"common-include-path", I>;
defm devicecc_options : Value<"devicecc-options", "Options for the device compiler", "<list>">;
defm devicecc_options_u : Spelling<"devicecc_options", devicecc_options_EQ>;
defm hostcc_options : Value<"hostcc-options", "Options for the host compiler", "<list>">;
defm hostcc_args : Spelling<"hostcc_args", hostcc_options_EQ>;
defm devicelink_options : Value<"devicelink-options", "Options for the device linker", "<list>">;
defm device_libs : Value<"device-libs", "Device libraries: -L<dir> and -l<name>", "<list>">;

// Looking inside
def keep : Switch<"keep">, HelpText<"Leave the intermediate files in the current directory">;
defm keep_dir : Value<"keep-dir", "Leave the intermediate files in <dir>", "<dir>">;
defm compile_commands : Value<"compile-commands", "Add the sources to a compilation database (compile_commands.json), for editors", "<file>">;
def dryrun : Switch<"dryrun">, HelpText<"Print the equivalent commands; run nothing">;
def verbose : Switch<"verbose">, HelpText<"Print the equivalent commands, then do the work">;
def v : Switch<"v">, Alias<verbose>, HelpText<"Same as --verbose">;
def version : Switch<"version">, HelpText<"Print the version">;
def V : Switch<"V">, Alias<version>, HelpText<"Same as --version">;
def help : Switch<"help">, HelpText<"Print this text">;
def h : Switch<"h">, Alias<help>, HelpText<"Same as --help">;

// Known, not done by this version
def compile : LaterSwitch<"compile">;
def c : Flag<["-", "--"], "c">, Alias<compile>, Flags<[HelpHidden]>;
def gen_libs : LaterSwitch<"gen-libs">;
def shared : LaterSwitch<"shared">;
def flto : LaterSwitch<"flto">;
def ldpa : LaterSwitch<"ldpa">;
def ldoca_dpa : Flag<["-", "--"], "ldoca_dpa">, Alias<ldpa>, Flags<[HelpHidden]>;
def disable_asm_checks : LaterSwitch<"disable-asm-checks">;
defm dpa_proc_attr : LaterValue<"dpa-proc-attr">;
defm options_file : LaterValue<"options-file">;
def optf_EQ : Joined<["-", "--"], "optf=">, Alias<options_file_EQ>, Flags<[HelpHidden]>;
def optf : Separate<["-", "--"], "optf">, Alias<options_file_EQ>, Flags<[HelpHidden]>;
defm output_libname : LaterValue<"output-libname">;
