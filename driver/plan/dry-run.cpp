// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a plan as shell commands. See dry-run.h.
#include "driver/plan/dry-run.h"

#include "base/message-text.h"
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

/// A word of a shell command: quoted if necessary, with "$T" for the folder and "***" for the PIN of a key.
std::string quoted(StringRef original) {
  const std::string shown = withoutPins(original);
  StringRef word = shown;
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
      : plan_(plan), inputs_(inputs), options_(inputs.options), out_(out),
        isKept_(!options_.keepDir.empty()),
        objproc_(inputs.toolchain.tool("objproc")),
        fatbin_(inputs.toolchain.tool("dpa-fatbin")) {}

  void print() {
    if (isKept_)
      out_ << "T=" << quoted(options_.keepDir) << "\nmkdir -p \"$T\"\n";
    else
      out_ << "T=$(mktemp -d)\n";
    if (!plan_.infoSource.empty())
      printText(plan_.infoSource, plan_.infoText);
    printCompiles();
    printExtracts();
    printHostStubs();
    if (!plan_.glueSource.empty())
      printText(plan_.glueSource, plan_.glueText);
    for (const HostCompilePlan &compile : plan_.hostCompiles)
      printHostCompile(compile);
    for (const LinkPlan &link : plan_.links)
      line("ld.lld-22", link.arguments);
    printResults();
    printSideFiles();
    if (!isKept_)
      out_ << "rm -rf \"$T\"\n";
  }

private:
  void line(StringRef program, const Arguments &arguments) {
    out_ << quoted(program);
    for (const std::string &argument : arguments)
      out_ << ' ' << quoted(argument);
    out_ << '\n';
  }

  void printCompiles() {
    for (const CompilePlan &compile : plan_.compiles) {
      const UnitPlan &source = plan_.sources[compile.source];
      Arguments arguments;
      if (hasKeywords(source)) {
        arguments = pluginArguments(options_, inputs_.toolchain, source.stem);
        arguments.push_back("-fplugin-arg-dpacc-host-stub=" + source.hostStub);
      }
      arguments.insert(arguments.end(), compile.arguments.begin(),
                       compile.arguments.end());
      line("clang-22", arguments);
    }
  }

  /// Some come only with other options, such as -g.
  void printSideFiles() {
    for (const SideFile &file : plan_.sideFiles)
      if (!file.output.empty())
        out_ << "test ! -e " << quoted(file.made) << " || cp "
             << quoted(file.made) << ' ' << quoted(file.output) << '\n';
  }

  /// Quoted, so that the shell changes nothing in the text.
  void printText(const std::string &file, StringRef text) {
    out_ << "cat > " << quoted(file) << " <<'DPACC_END'\n"
         << text << "DPACC_END\n";
  }

  void printExtracts() {
    for (size_t i = 0; i < plan_.linkedObjects.size(); ++i)
      if (inputs_.objects[i].isDpaObject)
        line(objproc_, {"-extract-dev-obj", plan_.linkedObjects[i].path,
                        "-out-dir=" + plan_.folder,
                        "-stem=" + plan_.linkedObjects[i].stem});
    for (const ExtractPlan &extract : plan_.extracts)
      line(fatbin_, {"--extract",
                     "--arch-member=" + extract.model->name.str() + "," +
                         extract.archive,
                     extract.library});
  }

  void printHostStub(const UnitPlan &unit, const std::string &object) {
    line(objproc_, {"-extract-host-stub",
                    "-stem=" + frontend::identifierFromStem(unit.stem), object,
                    "-o", unit.hostStub});
  }

  /// The host stubs that no compilation of C has written.
  void printHostStubs() {
    for (const UnitPlan &source : plan_.sources)
      if (!hasKeywords(source))
        printHostStub(source, source.objects.front().path);
    for (const UnitPlan &object : plan_.linkedObjects)
      printHostStub(object, object.path);
  }

  void printHostCompile(const HostCompilePlan &compile) {
    std::vector<std::string> parts = plan_.partsOf(compile);
    if (parts != std::vector<std::string>{compile.source}) {
      out_ << "cat";
      for (const std::string &file : parts)
        out_ << ' ' << quoted(file);
      out_ << " > " << quoted(compile.source) << '\n';
    }
    line(options_.hostCompiler.front(), compile.arguments);
  }

  void printContainer(llvm::ArrayRef<DeviceFile> members,
                      const std::string &output) {
    Arguments arguments = {"--create"};
    for (const DeviceFile &member : members)
      arguments.push_back("--arch-member=" + member.model->name.str() + "," +
                          member.path);
    arguments.insert(arguments.end(), {"-o", output});
    line(fatbin_, arguments);
  }

  void printResults() {
    if (isKept_)
      printKeptUnits();
    switch (options_.mode) {
    case Mode::Compile:
      for (const DpaObjectPlan &object : plan_.dpaObjects)
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
      line(options_.hostCompiler.front(), plan_.sharedLink);
      line("cp", {plan_.sharedObject, plan_.sharedLibrary});
      break;
    }
  }

  /// The device objects of every unit, as a container and as C.
  void printKeptUnits() {
    for (const auto *units : {&plan_.sources, &plan_.linkedObjects})
      for (const UnitPlan &unit : *units) {
        printContainer(unit.objects, unit.objectContainer);
        line(objproc_,
             {"-emit-as-stub", "-array-prefix",
              frontend::identifierFromStem(unit.stem), "-embed-as-obj",
              unit.objectContainer, "-o", unit.objectStub});
      }
  }

  void printDpaObject(const DpaObjectPlan &object) {
    const UnitPlan &source = plan_.sources[object.source];
    if (!isKept_)
      printContainer(source.objects, source.objectContainer);
    line(objproc_,
         {"-emit-as-object", "-embed-as-obj", "-array-prefix",
          frontend::identifierFromStem(source.stem), "-like", object.stubObject,
          "-interface", source.objects.front().path, source.objectContainer,
          "-o", object.sections});
    line("ld.lld-22", object.join);
    line("cp", {object.joined, object.output});
  }

  void printDeviceLibrary() {
    std::vector<DeviceFile> archives;
    for (const ArchivePlan &archive : plan_.archives) {
      printArchive(archive);
      archives.push_back({archive.model, archive.archive});
    }
    printContainer(archives, plan_.container);
    line("cp", {plan_.container, plan_.deviceLibrary});
  }

  /// Archives take the names of members from the files.
  void printArchive(const ArchivePlan &archive) {
    Arguments arguments = {"crD", archive.archive};
    for (const MemberPlan &member : archive.members) {
      std::string file = plan_.folder + "/" + member.name;
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
    images.reserve(plan_.links.size());
    for (const LinkPlan &link : plan_.links)
      images.push_back({link.model, link.image});
    printContainer(images, plan_.container);
    Arguments prefix = {"-array-prefix", options_.appName};
    if (!options_.processAttributes.empty())
      prefix.insert(prefix.end(), {"-proc-attr", options_.processAttributes});
    Arguments object = {"-emit-as-object"};
    append(object, prefix);
    append(object, {"-like", plan_.stubObject, plan_.container, "-o",
                    plan_.imageObject});
    line(objproc_, object);
    if (isKept_) {
      Arguments stub = {"-emit-as-stub"};
      append(stub, prefix);
      append(stub, {plan_.container, "-o", plan_.imageStub});
      line(objproc_, stub);
    }
    if (!plan_.sign.empty())
      line(inputs_.toolchain.tool("dpa-sign"), plan_.sign);
    line("ld.lld-22", plan_.join);
  }

  void printHostLibrary() {
    std::string member = plan_.folder + "/hostStubs.o";
    if (plan_.joined != member)
      line("cp", {plan_.joined, member});
    line("rm", {"-f", plan_.hostLibrary});
    line("ar", {"crD", plan_.hostLibrary, member});
  }

  const Plan &plan_;
  const Inputs &inputs_;
  const Options &options_;
  llvm::raw_ostream &out_;
  bool isKept_;
  std::string objproc_;
  std::string fatbin_;
};

} // namespace

void printCommands(const Plan &plan, const Inputs &inputs,
                   llvm::raw_ostream &out) {
  CommandPrinter(plan, inputs, out).print();
}

} // namespace dpa::driver
