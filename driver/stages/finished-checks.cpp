// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files in, findings out. See finished-checks.h.
#include "driver/stages/finished-checks.h"

#include "clang-plugin/device-limits.h"
#include "driver/checks/image-check.h"
#include "driver/checks/library-symbols.h"
#include "driver/checks/object-check.h"
#include "driver/checks/stack-check.h"
#include "driver/options/source-language.h"
#include "driver/plan/device-flags.h"
#include "driver/processes/report.h"
#include "image/elf-file.h"
#include "image/file.h"

#include "llvm/ADT/STLExtras.h"

namespace dpa::driver {

namespace {

/// Collects the findings of all models: most are the same for each.
class Checks {
public:
  explicit Checks(const Options &options) : options_(options) {
    for (const std::string &option : ownWarningOptions(options))
      warnings_.takeOption(option);
  }

  void add(Findings findings) {
    for (Finding &finding : findings)
      if (!llvm::is_contained(all_, finding))
        all_.push_back(std::move(finding));
  }

  /// Calls check(file) with the bytes of a file; one that cannot be read is left to the stage that
  /// needs it.
  template <typename Check>
  void withFile(const std::string &path, Check check) {
    if (Result<Bytes> bytes = image::readFile(path))
      check(CheckedFile{path, *bytes});
  }

  bool report() const {
    return reportFindings(all_, options_.output, warnings_);
  }

private:
  const Options &options_;
  frontend::WarningOptions warnings_;
  Findings all_;
};

bool isAssembly(llvm::StringRef source) {
  return languageOf(source) == SourceLanguage::Assembly;
}

/// Whether a C source of this build has the function; of bitcode nothing is known.
bool isCompiledHere(const Plan &plan, const Model *model,
                    llvm::StringRef function) {
  for (const CompilePlan &compile : plan.compiles) {
    if (compile.model != model || isAssembly(plan.sources[compile.source].path))
      continue;
    Result<Bytes> bytes = image::readFile(compile.object);
    if (!bytes)
      continue;
    auto elf = image::readElf(*bytes);
    if (!elf)
      continue;
    auto symbols = elf->symbols();
    if (symbols && llvm::any_of(*symbols, [&](const image::ElfSymbol &symbol) {
          return symbol.section != 0 &&
                 symbol.name == std::string_view(function);
        }))
      return true;
  }
  return false;
}

} // namespace

bool checkAssembly(const Plan &plan, const Options &options) {
  Checks checks(options);
  for (const CompilePlan &compile : plan.compiles) {
    const std::string &source = plan.sources[compile.source].path;
    bool isIr = languageOf(source) == SourceLanguage::Ir;
    if (isIr)
      checks.withFile(compile.object, [&](CheckedFile file) {
        file.name = source;
        if (image::kindOf(file.bytes) == image::FileKind::Elf)
          checks.add(checkArchitecture(file, *compile.model));
      });
    if (options.checksAssembly && (isIr || isAssembly(source)))
      checks.withFile(compile.object, [&](CheckedFile file) {
        file.name = source;
        checks.add(checkInstructions(file, *compile.model));
      });
  }
  return checks.report();
}

bool checkInputs(const Plan &plan, const Inputs &inputs) {
  const Options &options = inputs.options;
  Checks checks(options);
  for (size_t i = 0; i < plan.linkedObjects.size(); ++i)
    for (const DeviceFile &object : plan.linkedObjects[i].objects)
      checks.withFile(object.path, [&](CheckedFile file) {
        file.name = plan.linkedObjects[i].path;
        checks.add(checkArchitecture(file, *object.model));
        // Instructions of DPA objects were looked at when dpacc made them.
        if (options.checksAssembly && !inputs.objects[i].isDpaObject)
          checks.add(checkInstructions(file, *object.model));
      });
  bool isLinked = !plan.links.empty();
  for (const DeviceLibrary &library : inputs.libraries.libraries)
    if (!library.isOfSdk)
      checks.withFile(library.path, [&](const CheckedFile &file) {
        for (const Model *model : options.models) {
          checks.add(checkArchitecture(file, *model));
          if (isLinked)
            checks.add(checkRegistration(file, *model));
          // Libraries with a name were made by dpacc, as DPA objects were.
          if (options.checksAssembly && library.content.name.empty())
            checks.add(checkInstructions(file, *model));
        }
      });
  return checks.report();
}

bool checkEntryPoints(const Plan &plan, const Inputs &inputs,
                      llvm::ArrayRef<image::InterfaceRecord> records) {
  auto isEntered = [](const image::InterfaceRecord &record) {
    return !record.functions.empty();
  };
  auto isObjectEntered = [&](const DeviceObject &object) {
    return llvm::any_of(object.records, isEntered);
  };
  auto isLibraryEntered = [](const DeviceLibrary &library) {
    return library.content.hasEntryPoints;
  };
  if (plan.links.empty() || llvm::any_of(records, isEntered) ||
      llvm::any_of(inputs.objects, isObjectEntered) ||
      llvm::any_of(inputs.libraries.libraries, isLibraryEntered))
    return true;
  Checks checks(inputs.options);
  checks.add({makeFinding(CheckMessage::NoEntryPoint, inputs.options.output)});
  return checks.report();
}

bool checkImages(const Plan &plan, const Inputs &inputs) {
  Checks checks(inputs.options);
  for (const LinkPlan &link : plan.links) {
    LibrarySymbols sdk({
        inputs.toolchain.deviceFile(*link.model, "libflexio-libc.a"),
        inputs.toolchain.deviceFile(*link.model, "libgcc.a"),
    });
    auto isOfSdk = [&](llvm::StringRef name) { return sdk.defines(name); };
    auto isTold = [&](llvm::StringRef name) {
      return isCompiledHere(plan, link.model, name);
    };
    checks.withFile(link.image, [&](const CheckedFile &file) {
      checks.add(
          checkArchitecture({inputs.options.output, file.bytes}, *link.model));
      auto findings =
          checkStack(file.bytes, {frontend::deviceStackSize, isOfSdk, isTold});
      if (findings)
        checks.add(std::move(*findings));
      else
        reportForeign(link.image, findings.error().message);
    });
  }
  return checks.report() && !hasErrors();
}

} // namespace dpa::driver
