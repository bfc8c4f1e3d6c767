// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpacc: every option, once. llvm-tblgen, after the C preprocessor, turns this into options.inc. Each option has a one-dash and
// a two-dash spelling; each value follows "=" or a blank. -o, -I, -j and the options for dependency files are also written
// as C compilers have them, with the value attached.
include "llvm/Option/OptParser.td"

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

#define DPA_MODEL(id, name, shortName, product, architecture) ", " name
defvar modelNames = !substr(
#include "runtime/abi/hardware-models.def"
  , 2);
#undef DPA_MODEL

// Building
def compile : Switch<"compile">, HelpText<"Make a DPA object (<stem>.dpa.o) of each source; link nothing">;
def c : Switch<"c">, Alias<compile>, HelpText<"Same as --compile">;
def gen_libs : Switch<"gen-libs">, HelpText<"Make the libraries <file>_device.a and <file>_host.a">;
def shared : Switch<"shared">, HelpText<"Make a shared host library">;
defm mcpu : Value<"mcpu", !strconcat("Hardware models to build for: a list of ", modelNames, " (default: nv-dpa-bf3)"), "<models>">;
defm hostcc : Value<"hostcc", "Host compiler for the generated host code", "<command>">;
defm output : Value<"o", "The file to write", "<file>">;
def output_joined : Joined<["-"], "o">, Alias<output_EQ>;
defm output_file : Spelling<"output-file", output_EQ>;
defm output_libname : Spelling<"output-libname", output_EQ>;
defm app_name : Value<"app-name", "Name of the device program: a C identifier (default: __dpa_a_out)", "<name>">;

defm gen_header : Value<"gen-header", "Write a header for host programs with a typed function for each entry point", "<file>">;

def flto : Switch<"flto">, HelpText<"Optimise device code when it is linked; also give an optimisation level in -devicecc-options">;
def flto_EQ : Joined<["-", "--"], "flto=">, HelpText<"Same as --flto; the only <kind> is full">, MetaVarName<"<kind>">;
defm dpa_proc_attr : Value<"dpa-proc-attr", "Process attributes of the program, as dpa-app-attributes2blob makes them", "<blob>">;
defm sign_key : Value<"sign-key", "Sign the program with this private key: a PEM file, or a PKCS#11 URI (pkcs11:...)", "<key>">;
defm sign_cert : Value<"sign-cert", "Certificates of the signature from the top down, that of the key last: DER or PEM", "<file>">;
def disable_asm_checks : Switch<"disable-asm-checks">, HelpText<"Accept any instruction in assembly of device code">;
def j : JoinedOrSeparate<["-"], "j">, HelpText<"Compile <n> at a time (default: one for each processor)">, MetaVarName<"<n>">;
defm devicecc : Value<"devicecc", "Ignored with a note: the device compiler is built in", "<command>">;
defm devicecc_launcher : Value<"devicecc-launcher", "Run device compilations as processes behind <command>, such as ccache", "<command>">;

// Dependency files
def MD : Flag<["-"], "MD">, HelpText<"Write a dependency file for the output">;
def MMD : Flag<["-"], "MMD">, HelpText<"Like -MD, without system headers">;
def MF : JoinedOrSeparate<["-"], "MF">, HelpText<"Name of the dependency file (default: the output's, with .d)">, MetaVarName<"<file>">;
def MT : JoinedOrSeparate<["-"], "MT">, HelpText<"Target in the dependency file, as it stands (default: the output)">, MetaVarName<"<target>">;
def MQ : JoinedOrSeparate<["-"], "MQ">, HelpText<"Like -MT, quoted for make">, MetaVarName<"<target>">;
def MP : Flag<["-"], "MP">, HelpText<"Add a target without dependencies for each header">;

// Passing on
def I : JoinedOrSeparate<["-"], "I">, HelpText<"Look for headers in <dir>, for device and host compilation">, MetaVarName<"<dir>">;
def I_EQ : Joined<["-"], "I=">, Alias<I>;
defm common_include_path : Spelling<"common-include-path", I>;
defm devicecc_options : Value<"devicecc-options", "Options for the device compiler", "<list>">;
defm devicecc_options_u : Spelling<"devicecc_options", devicecc_options_EQ>;
defm hostcc_options : Value<"hostcc-options", "Options for the host compiler", "<list>">;
defm hostcc_args : Spelling<"hostcc_args", hostcc_options_EQ>;
defm devicelink_options : Value<"devicelink-options", "Options for the device linker", "<list>">;
defm device_libs : Value<"device-libs", "Device libraries: -L<dir> and -l<name>", "<list>">;

def ldpa : Switch<"ldpa">, HelpText<"Link the device libraries of DOCA DPA; without --mcpu, compile for DOCA 2.5">;
def ldoca_dpa : Switch<"ldoca_dpa">, Alias<ldpa>, HelpText<"Same as --ldpa">;

// Reading more options
defm options_file : Value<"options-file", "Read options from these files, separated by commas; @<file> reads one", "<files>">;
defm optf : Spelling<"optf", options_file_EQ>;

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
