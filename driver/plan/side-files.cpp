// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of side files applied to option lists. See side-files.h.
#include "driver/plan/side-files.h"

#include "driver/options/source-language.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

namespace {

enum class Tool { Compiler, Linker };
enum class Kind { Beside, Named, Temporary, Refused };

struct Row {
  Tool tool;
  llvm::StringLiteral option;
  Kind kind;
  llvm::StringLiteral text;
};

constexpr Row rows[] = {
#define DPA_SIDE_FILE(TOOL, OPTION, KIND, TEXT)                                \
  {Tool::TOOL, OPTION, Kind::KIND, TEXT},
#include "driver/plan/side-files.def"
};

/// A row's option in a list.
struct Use {
  const Row *row;
  std::string spelling; ///< up to the value
  std::string value;
  size_t words; ///< that it takes
};

std::optional<Use> useAt(Tool tool, const Arguments &words, size_t at) {
  StringRef word = words[at];
  StringRef name = word;
  if (tool == Tool::Linker && !name.consume_front("--") &&
      !name.consume_front("-"))
    return {};
  for (const Row &row : rows) {
    if (row.tool != tool)
      continue;
    if (row.option.ends_with("=") && name.starts_with(row.option)) {
      StringRef value = name.drop_front(row.option.size());
      return Use{&row, word.drop_back(value.size()).str(), value.str(), 1};
    }
    if (name != row.option)
      continue;
    if (row.kind != Kind::Named)
      return Use{&row, word.str(), "", 1};
    if (at + 1 < words.size())
      return Use{&row, word.str(), words[at + 1], 2};
  }
  return {};
}

std::vector<Use> usesIn(Tool tool, const Arguments &words) {
  std::vector<Use> uses;
  for (size_t at = 0; at < words.size();) {
    std::optional<Use> use = useAt(tool, words, at);
    at += use ? use->words : 1;
    if (use)
      uses.push_back(std::move(*use));
  }
  return uses;
}

/// Standard output, a folder or a device: nothing is written over.
bool isNoFile(const std::string &name) {
  return name == "-" || llvm::sys::fs::is_directory(name) || isStream(name);
}

/// "app.bf3.map" for "app.map".
std::string nameForModel(StringRef name, const Model &model) {
  StringRef extension = path::extension(name);
  return (name.drop_back(extension.size()) + "." + model.shortName + extension)
      .str();
}

std::string nameFor(const Use &use, const Inputs &inputs,
                    const LinkPlan &link) {
  if (use.row->kind == Kind::Beside) {
    std::string folder = inputs.options.keepDir.empty()
                             ? folderBeside(inputs.options)
                             : path::parent_path(link.image).str() + "/";
    return folder + path::filename(link.image).str() + use.row->text.str();
  }
  bool isOne = inputs.options.models.size() == 1 || isNoFile(use.value);
  return isOne ? use.value : nameForModel(use.value, *link.model);
}

void reportRefused(const Use &use, StringRef why) {
  reportError(Problem::OptionRefused, StringRef(use.spelling).rtrim('='), why);
}

size_t compilationsOf(const Plan &plan) {
  return static_cast<size_t>(
      llvm::count_if(plan.compiles, [&](const CompilePlan &compile) {
        return plan.sources[compile.source].path != plan.infoSource;
      }));
}

void checkCompilerUse(const Use &use, const Plan &plan,
                      const Options &options) {
  size_t count = compilationsOf(plan);
  if (use.row->kind == Kind::Refused)
    reportRefused(use, use.row->text);
  else if (isDistributing(options))
    reportRefused(use, "the launcher sends compilations to other machines, "
                       "which keep such files");
  else if (use.row->kind == Kind::Named && count > 1 && !isNoFile(use.value))
    reportError(Problem::SideFileOfSeveral,
                use.spelling + (use.words == 2 ? " " : "") + use.value, count);
}

void checkLinkerUse(const Use &use, const Options &options) {
  if (use.row->kind == Kind::Refused)
    reportRefused(use, use.row->text);
  else if (use.row->kind == Kind::Temporary && options.keepDir.empty())
    reportRefused(use, "its files are intermediate ones, which only -keep-dir "
                       "keeps");
}

} // namespace

std::string folderBeside(const Options &options) {
  if (!options.keepDir.empty())
    return options.keepDir + "/";
  if (options.output.empty() || isStream(options.output))
    return {};
  std::string folder = path::parent_path(options.output).str();
  return folder.empty() ? folder : folder + "/";
}

void checkSideFiles(const Plan &plan, const Inputs &inputs) {
  const Options &options = inputs.options;
  for (const Use &use : usesIn(Tool::Compiler, options.deviceOptions))
    checkCompilerUse(use, plan, options);
  for (const Use &use : usesIn(Tool::Linker, inputs.libraries.linkerOptions))
    checkLinkerUse(use, options);
}

void planSideFiles(const Options &options, Plan &plan, CompilePlan &compile) {
  if (languageOf(plan.sources[compile.source].path) == SourceLanguage::Assembly)
    return;
  StringRef base = StringRef(compile.object).drop_back(2); // ".o"
  for (const Use &use : usesIn(Tool::Compiler, options.deviceOptions)) {
    if (use.row->kind != Kind::Beside)
      continue;
    SideFile file;
    file.made = (base + use.row->text).str();
    if (options.keepDir.empty())
      file.output = folderBeside(options) + path::filename(file.made).str();
    // The object says where its debug information is.
    if (use.row->text == ".dwo" && !file.output.empty())
      for (const std::string &word :
           {std::string("-split-dwarf-file"), file.output})
        compile.arguments.insert(compile.arguments.end(), {"-Xclang", word});
    plan.sideFiles.push_back(std::move(file));
  }
}

Arguments withoutSideFiles(const Arguments &arguments) {
  Arguments rest;
  for (size_t at = 0; at < arguments.size();) {
    std::optional<Use> use = useAt(Tool::Compiler, arguments, at);
    if (!use)
      rest.push_back(arguments[at]);
    at += use ? use->words : 1;
  }
  return rest;
}

Arguments linkerOptionsFor(const Inputs &inputs, const LinkPlan &link) {
  const Arguments &words = inputs.libraries.linkerOptions;
  Arguments options;
  for (size_t at = 0; at < words.size();) {
    std::optional<Use> use = useAt(Tool::Linker, words, at);
    bool isFile = use && (use->row->kind == Kind::Named ||
                          use->row->kind == Kind::Beside);
    if (!isFile) {
      options.push_back(words[at++]);
      continue;
    }
    at += use->words;
    std::string name = nameFor(*use, inputs, link);
    if (use->words == 2)
      options.insert(options.end(), {use->spelling, name});
    else
      options.push_back(StringRef(use->spelling).rtrim('=').str() + "=" + name);
  }
  return options;
}

std::vector<std::string> sideFileNames(const Plan &plan, const Inputs &inputs) {
  std::vector<std::string> names;
  for (const SideFile &file : plan.sideFiles)
    if (!file.output.empty())
      names.push_back(file.output);
  for (const Use &use : usesIn(Tool::Compiler, inputs.options.deviceOptions))
    if (use.row->kind == Kind::Named && !isNoFile(use.value))
      names.push_back(use.value);
  for (const LinkPlan &link : plan.links)
    for (const Use &use : usesIn(Tool::Linker, inputs.libraries.linkerOptions))
      if (use.row->kind == Kind::Named
              ? !isNoFile(use.value)
              : use.row->kind == Kind::Beside && inputs.options.keepDir.empty())
        names.push_back(nameFor(use, inputs, link));
  return names;
}

} // namespace dpa::driver
