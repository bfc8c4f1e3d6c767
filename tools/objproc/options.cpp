// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of objproc (tools/objproc/options.h).
#include "tools/objproc/options.h"

#include "tools/command-line/option-table.h"

namespace dpa::objproc {

using dpa::Error;
using dpa::Result;
using Action = Options::Action;

namespace {

constexpr tools::Program program = {
    "objproc",
    "objproc: puts fat containers into host code, takes device objects and "
    "host stubs out of DPA objects",
    "objproc --emit-as-stub --array-prefix <app> [--proc-attr <blob>] "
    "<container> -o <file>\n"
    "       objproc --emit-as-stub --embed-as-obj --array-prefix <stem> "
    "<container> -o <file>\n"
    "       objproc --emit-as-object --array-prefix <app> --like <object> "
    "[--proc-attr <blob>]\n"
    "               <container> -o <file>\n"
    "       objproc --emit-as-object --embed-as-obj --array-prefix <stem> "
    "--like <object>\n"
    "               --interface <object> <container> -o <file>\n"
    "       objproc --extract-dev-obj <DPA object> --out-dir <dir> [--stem "
    "<stem>]\n"
    "       objproc --extract-host-stub <object> [--stem <stem>] -o <file>"};

/// An option that must be there, that may be there, or that has no meaning.
enum class Need { Must, May, Never };

struct Rule {
  unsigned option;
  const char *shape;
  Need need;
};

Result<void> check(const tools::CommandLine &line,
                   std::initializer_list<Rule> rules) {
  for (const Rule &rule : rules) {
    if (rule.need == Need::Must && line.value(rule.option).value_or("").empty())
      return Error{std::string("missing option (expected ") + rule.shape + ")"};
    if (rule.need == Need::Never && line.has(rule.option))
      return Error{std::string("option '") + rule.shape +
                   "' has no meaning here"};
  }
  return {};
}

/// Which options belong to which action.
Result<void> checkAll(const tools::CommandLine &line, const Options &options) {
  const bool isEmitting = options.action == Action::EmitStub ||
                          options.action == Action::EmitObject;
  const bool isObject = options.action == Action::EmitObject;
  const bool hasFolder = options.action == Action::ExtractObjects;
  if (!isEmitting && options.isObject)
    return Error{"option '--embed-as-obj' has no meaning here"};
  return check(
      line,
      {{OPT_output, "-o <file>", hasFolder ? Need::Never : Need::Must},
       {OPT_array_prefix_EQ, "--array-prefix <name>",
        isEmitting ? Need::Must : Need::Never},
       {OPT_like_EQ, "--like <object>", isObject ? Need::Must : Need::Never},
       {OPT_interface_EQ, "--interface <object>",
        isObject && options.isObject ? Need::Must : Need::Never},
       {OPT_proc_attr_EQ, "--proc-attr <blob>",
        isEmitting && !options.isObject ? Need::May : Need::Never},
       {OPT_out_dir_EQ, "--out-dir <dir>",
        hasFolder ? Need::Must : Need::Never},
       {OPT_stem_EQ, "--stem <stem>", isEmitting ? Need::Never : Need::May}});
}

} // namespace

tools::CommandLine makeCommandLine() {
  return {program, optionTable(), commonOptions};
}

Result<Options> readOptions(const tools::CommandLine &line) {
  Options options;
  const Result<Action> action = tools::readAction<Action>(
      line, {{OPT_emit_as_stub, Action::EmitStub},
             {OPT_emit_as_object, Action::EmitObject},
             {OPT_extract_dev_obj, Action::ExtractObjects},
             {OPT_extract_host_stub, Action::ExtractHostStub}});
  if (!action)
    return action.error();
  options.action = *action;
  options.isObject = line.has(OPT_embed_as_obj);
  const Result<std::string> input = line.onlyInput();
  if (!input)
    return input.error();
  if (Result<void> checked = checkAll(line, options); !checked)
    return checked.error();
  options.input = *input;
  options.prefix = line.value(OPT_array_prefix_EQ).value_or("");
  options.like = line.value(OPT_like_EQ).value_or("");
  options.interface = line.value(OPT_interface_EQ).value_or("");
  options.attributes = line.value(OPT_proc_attr_EQ);
  options.outDir = line.value(OPT_out_dir_EQ).value_or("");
  options.stem = line.value(OPT_stem_EQ);
  options.output = line.value(OPT_output).value_or("");
  return options;
}

} // namespace dpa::objproc
