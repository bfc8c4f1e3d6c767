// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of options, and the options that every command has. Each option has a one-dash and a
// two-dash spelling; a value follows "=" or a blank.
include "llvm/Option/OptParser.td"

// An option without a value.
class Switch<string name> : Flag<["--", "-"], name>;

// An option with a value: "--name=value" is the option, "--name value" its alias.
multiclass Value<string name, string help, string meta> {
  def _EQ : Joined<["--", "-"], name # "=">, HelpText<help>, MetaVarName<meta>;
  def "" : Separate<["--", "-"], name>, Alias<!cast<Option>(NAME # "_EQ")>;
}

// Another name for an option that Value made.
multiclass Spelling<string name, Option option> {
  def _EQ : Joined<["--", "-"], name # "=">, Alias<option>;
  def "" : Separate<["--", "-"], name>, Alias<option>;
}

// The same for names of one letter, which go with one dash and a blank: "-o file".
multiclass Letter<string name, string help, string meta> {
  def "" : Separate<["-", "--"], name>, HelpText<help>, MetaVarName<meta>;
  def _EQ : Joined<["-", "--"], name # "=">, Alias<!cast<Option>(NAME)>;
}

defm options_file : Value<"options-file", "Read options from files (also @<file>)", "<file>,...">;
defm optf : Spelling<"optf", options_file_EQ>;
def help : Switch<"help">, HelpText<"Print this text">;
def h : Flag<["-", "--"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : Switch<"version">, HelpText<"Print the version">;
def V : Flag<["-", "--"], "V">, Alias<version>, HelpText<"Same as --version">;
