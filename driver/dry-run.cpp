// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a plan as shell commands. See dry-run.h.
#include "driver/dry-run.h"

#include "clang-plugin/frontend.h"
#include "driver/device-flags.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

bool isPlain(char c) {
  return llvm::isAlnum(c) || StringRef("_-+=./,:@%").contains(c);
}

/// A word of a shell command: quoted if it has to be, the folder as "$T".
std::string quoted(StringRef word) {
  std::string result;
  while (!word.empty()) {
    if (word.consume_front(printedFolder)) {
      result += "\"$T\"";
      continue;
    }
    size_t size = std::min(word.find(printedFolder), word.size());
    StringRef part = word.take_front(size);
    word = word.drop_front(size);
    if (llvm::all_of(part, isPlain)) {
      result += part;
      continue;
    }
    result += '\'';
    for (char c : part)
      result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    result += '\'';
  }
  return result.empty() ? "''" : result;
}

class CommandPrinter {
public:
  CommandPrinter(const Plan &plan, const Inputs &inputs, llvm::raw_ostream &out)
      : plan(plan), inputs(inputs), options(inputs.options), out(out),
        isKept(!options.keepDir.empty()) {}

  void print() {
    if (isKept)
      out << "T=" << quoted(options.keepDir) << "\nmkdir -p \"$T\"\n";
    else
      out << "T=$(mktemp -d)\n";
    printCompiles();
    printMeta();
    printHostCompile();
    printLinks();
    printImages();
    printLibrary();
    if (!isKept)
      out << "rm -rf \"$T\"\n";
  }

private:
  void line(StringRef program, const Arguments &arguments) {
    out << quoted(program);
    for (const std::string &argument : arguments)
      out << ' ' << quoted(argument);
    out << '\n';
  }

  void printCompiles() {
    for (const CompilePlan &compile : plan.compiles) {
      const SourcePlan &source = plan.sources[compile.source];
      Arguments arguments = {"-fplugin=" + inputs.toolchain.plugin(),
                             "-fplugin-arg-dpacc-stem=" + source.stem,
                             "-fplugin-arg-dpacc-host-stub=" + source.hostStub};
      for (const std::string &option : ownWarningOptions(options))
        arguments.push_back("-fplugin-arg-dpacc-" + option.substr(1));
      arguments.insert(arguments.end(), compile.arguments.begin(),
                       compile.arguments.end());
      line("clang-22", arguments);
    }
  }

  /// Quoted, so that the shell changes nothing in the text.
  void printMeta() {
    out << "cat > " << quoted(plan.metaSource) << " <<'DPACC_END'\n"
        << plan.metaText << "DPACC_END\n";
  }

  void printHostCompile() {
    out << "cat";
    for (const std::string &file : plan.hostTexts())
      out << ' ' << quoted(file);
    out << " | ";
    line(options.hostCompiler.front(), plan.hostCompile);
  }

  void printLinks() {
    for (const ExtractPlan &extract : plan.extracts)
      line(
          inputs.toolchain.tool("dpa-fatbin"),
          {"--extract",
           "--arch-member=" + extract.model->name.str() + "," + extract.archive,
           extract.library});
    for (const LinkPlan &link : plan.links)
      line("ld.lld-22", link.arguments);
  }

  void printContainer(
      const std::vector<std::pair<const Model *, std::string>> &members,
      const std::string &output) {
    Arguments arguments = {"--create"};
    for (const auto &[model, file] : members)
      arguments.push_back("--arch-member=" + model->name.str() + "," + file);
    arguments.insert(arguments.end(), {"-o", output});
    line(inputs.toolchain.tool("dpa-fatbin"), arguments);
  }

  void printImages() {
    std::vector<std::pair<const Model *, std::string>> images;
    images.reserve(plan.links.size());
    for (const LinkPlan &link : plan.links)
      images.emplace_back(link.model, link.image);
    printContainer(images, plan.container);
    std::string objproc = inputs.toolchain.tool("objproc");
    line(objproc, {"-emit-as-object", "-array-prefix", options.appName, "-like",
                   plan.stubObject, plan.container, "-o", plan.imageObject});
    if (!isKept)
      return;
    line(objproc, {"-emit-as-stub", "-array-prefix", options.appName,
                   plan.container, "-o", plan.imageStub});
    for (size_t index = 0; index < plan.sources.size(); ++index)
      printObjectStub(objproc, index);
  }

  void printObjectStub(const std::string &objproc, size_t index) {
    const SourcePlan &source = plan.sources[index];
    std::vector<std::pair<const Model *, std::string>> objects;
    for (const CompilePlan &compile : plan.compiles)
      if (compile.source == index)
        objects.emplace_back(compile.model, compile.object);
    printContainer(objects, source.objectContainer);
    line(objproc, {"-emit-as-stub", "-array-prefix",
                   frontend::identifierFromStem(source.stem), "-embed-as-obj",
                   source.objectContainer, "-o", source.objectStub});
  }

  void printLibrary() {
    line("ld.lld-22", plan.join);
    line("rm", {"-f", options.output});
    line("ar", {"crD", options.output, plan.joined});
  }

  const Plan &plan;
  const Inputs &inputs;
  const Options &options;
  llvm::raw_ostream &out;
  bool isKept;
};

} // namespace

void printCommands(const Plan &plan, const Inputs &inputs,
                   llvm::raw_ostream &out) {
  CommandPrinter(plan, inputs, out).print();
}

} // namespace dpa::driver
