// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a plan as shell commands. See dry-run.h.
#include "driver/plan/dry-run.h"

#include "clang-plugin/names.h"
#include "driver/options/source-language.h"
#include "driver/plan/device-flags.h"
#include "driver/plan/plan-steps.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

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

/// What the plugin makes stubs of; other languages have their stubs in the object.
bool hasKeywords(const UnitPlan &source) {
  return languageOf(source.path) == SourceLanguage::C;
}

class CommandPrinter {
public:
  CommandPrinter(const Plan &plan, const Inputs &inputs, llvm::raw_ostream &out)
      : plan(plan), inputs(inputs), options(inputs.options), out(out),
        isKept(!options.keepDir.empty()),
        objproc(inputs.toolchain.tool("objproc")),
        fatbin(inputs.toolchain.tool("dpa-fatbin")) {}

  void print() {
    if (isKept)
      out << "T=" << quoted(options.keepDir) << "\nmkdir -p \"$T\"\n";
    else
      out << "T=$(mktemp -d)\n";
    if (!plan.infoSource.empty())
      printText(plan.infoSource, plan.infoText);
    printCompiles();
    printExtracts();
    printHostStubs();
    if (!plan.glueSource.empty())
      printText(plan.glueSource, plan.glueText);
    for (const HostCompilePlan &compile : plan.hostCompiles)
      printHostCompile(compile);
    for (const LinkPlan &link : plan.links)
      line("ld.lld-22", link.arguments);
    printResults();
    printSideFiles();
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
      const UnitPlan &source = plan.sources[compile.source];
      Arguments arguments;
      if (hasKeywords(source)) {
        arguments = pluginArguments(options, inputs.toolchain, source.stem);
        arguments.push_back("-fplugin-arg-dpacc-host-stub=" + source.hostStub);
      }
      arguments.insert(arguments.end(), compile.arguments.begin(),
                       compile.arguments.end());
      line("clang-22", arguments);
    }
  }

  /// Some come only with other options, such as -g.
  void printSideFiles() {
    for (const SideFile &file : plan.sideFiles)
      if (!file.output.empty())
        out << "test ! -e " << quoted(file.made) << " || cp "
            << quoted(file.made) << ' ' << quoted(file.output) << '\n';
  }

  /// Quoted, so that the shell changes nothing in the text.
  void printText(const std::string &file, StringRef text) {
    out << "cat > " << quoted(file) << " <<'DPACC_END'\n"
        << text << "DPACC_END\n";
  }

  void printExtracts() {
    for (size_t i = 0; i < plan.linkedObjects.size(); ++i)
      if (inputs.objects[i].isDpaObject)
        line(objproc, {"-extract-dev-obj", plan.linkedObjects[i].path,
                       "-out-dir=" + plan.folder,
                       "-stem=" + plan.linkedObjects[i].stem});
    for (const ExtractPlan &extract : plan.extracts)
      line(fatbin, {"--extract",
                    "--arch-member=" + extract.model->name.str() + "," +
                        extract.archive,
                    extract.library});
  }

  void printHostStub(const UnitPlan &unit, const std::string &object) {
    line(objproc, {"-extract-host-stub",
                   "-stem=" + frontend::identifierFromStem(unit.stem), object,
                   "-o", unit.hostStub});
  }

  /// The host stubs that no compilation of C has written.
  void printHostStubs() {
    for (const UnitPlan &source : plan.sources)
      if (!hasKeywords(source))
        printHostStub(source, source.objects.front().path);
    for (const UnitPlan &object : plan.linkedObjects)
      printHostStub(object, object.path);
  }

  void printHostCompile(const HostCompilePlan &compile) {
    std::vector<std::string> parts = plan.partsOf(compile);
    if (parts != std::vector<std::string>{compile.source}) {
      out << "cat";
      for (const std::string &file : parts)
        out << ' ' << quoted(file);
      out << " > " << quoted(compile.source) << '\n';
    }
    line(options.hostCompiler.front(), compile.arguments);
  }

  void printContainer(llvm::ArrayRef<DeviceFile> members,
                      const std::string &output) {
    Arguments arguments = {"--create"};
    for (const DeviceFile &member : members)
      arguments.push_back("--arch-member=" + member.model->name.str() + "," +
                          member.path);
    arguments.insert(arguments.end(), {"-o", output});
    line(fatbin, arguments);
  }

  void printResults() {
    if (isKept)
      printKeptUnits();
    switch (options.mode) {
    case Mode::Compile:
      for (const DpaObjectPlan &object : plan.dpaObjects)
        printDpaObject(object);
      break;
    case Mode::GenLibs:
      printDeviceLibrary();
      printHostLibrary();
      break;
    case Mode::Link:
      printProgram();
      printHostLibrary();
      break;
    case Mode::Shared:
      printProgram();
      line(options.hostCompiler.front(), plan.sharedLink);
      line("cp", {plan.sharedObject, plan.sharedLibrary});
      break;
    }
  }

  /// The device objects of every unit, as a container and as C.
  void printKeptUnits() {
    for (const auto *units : {&plan.sources, &plan.linkedObjects})
      for (const UnitPlan &unit : *units) {
        printContainer(unit.objects, unit.objectContainer);
        line(objproc, {"-emit-as-stub", "-array-prefix",
                       frontend::identifierFromStem(unit.stem), "-embed-as-obj",
                       unit.objectContainer, "-o", unit.objectStub});
      }
  }

  void printDpaObject(const DpaObjectPlan &object) {
    const UnitPlan &source = plan.sources[object.source];
    if (!isKept)
      printContainer(source.objects, source.objectContainer);
    line(objproc, {"-emit-as-object", "-embed-as-obj", "-array-prefix",
                   frontend::identifierFromStem(source.stem), "-like",
                   object.stubObject, "-interface", source.objects.front().path,
                   source.objectContainer, "-o", object.sections});
    line("ld.lld-22", object.join);
    line("cp", {object.joined, object.output});
  }

  void printDeviceLibrary() {
    std::vector<DeviceFile> archives;
    for (const ArchivePlan &archive : plan.archives) {
      printArchive(archive);
      archives.push_back({archive.model, archive.archive});
    }
    printContainer(archives, plan.container);
    line("cp", {plan.container, plan.deviceLibrary});
  }

  /// Archives take the names of members from the files.
  void printArchive(const ArchivePlan &archive) {
    Arguments arguments = {"crD", archive.archive};
    for (const MemberPlan &member : archive.members) {
      std::string file = plan.folder + "/" + member.name;
      if (llvm::sys::path::filename(member.path) != member.name)
        line("cp", {member.path, file});
      else
        file = member.path;
      arguments.push_back(file);
    }
    line("rm", {"-f", archive.archive});
    line("llvm-ar-22", arguments);
  }

  void printProgram() {
    std::vector<DeviceFile> images;
    images.reserve(plan.links.size());
    for (const LinkPlan &link : plan.links)
      images.push_back({link.model, link.image});
    printContainer(images, plan.container);
    Arguments prefix = {"-array-prefix", options.appName};
    if (!options.processAttributes.empty())
      prefix.insert(prefix.end(), {"-proc-attr", options.processAttributes});
    Arguments object = {"-emit-as-object"};
    append(object, prefix);
    append(object,
           {"-like", plan.stubObject, plan.container, "-o", plan.imageObject});
    line(objproc, object);
    if (isKept) {
      Arguments stub = {"-emit-as-stub"};
      append(stub, prefix);
      append(stub, {plan.container, "-o", plan.imageStub});
      line(objproc, stub);
    }
    line("ld.lld-22", plan.join);
  }

  void printHostLibrary() {
    std::string member = plan.folder + "/hostStubs.o";
    if (plan.joined != member)
      line("cp", {plan.joined, member});
    line("rm", {"-f", plan.hostLibrary});
    line("ar", {"crD", plan.hostLibrary, member});
  }

  const Plan &plan;
  const Inputs &inputs;
  const Options &options;
  llvm::raw_ostream &out;
  bool isKept;
  std::string objproc;
  std::string fatbin;
};

} // namespace

void printCommands(const Plan &plan, const Inputs &inputs,
                   llvm::raw_ostream &out) {
  CommandPrinter(plan, inputs, out).print();
}

} // namespace dpa::driver
