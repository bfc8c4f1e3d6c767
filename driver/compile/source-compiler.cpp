// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides what each model needs. See source-compiler.h.
#include "driver/compile/source-compiler.h"

#include "clang-plugin/names.h"
#include "clang-plugin/object-interface.h"
#include "driver/compile/distribution.h"
#include "driver/compile/launcher.h"
#include "driver/compile/model-sharing.h"
#include "driver/plan/device-flags.h"
#include "driver/processes/report.h"
#include "image/file.h"
#include "image/host-stub-text.h"

#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

SourceCompiler::SourceCompiler(const CompileContext &context, size_t source,
                               OnRecord onRecord)
    : context_(context), path_(context.plan.sources[source].path),
      stem_(context.plan.sources[source].stem), language_(languageOf(path_)),
      onRecord_(std::move(onRecord)) {
  for (const CompilePlan &compile : context.plan.compiles)
    if (compile.source == source)
      variants_.push_back({&compile, {}, {}, {}});
  variants_.front().isFromFirst = true;
}

bool SourceCompiler::readInvocation(Variant &variant) {
  MessageList messages;
  variant.invocation = readDeviceInvocation(context_.inputs.toolchain.clang,
                                            variant.plan->arguments, messages);
  variant.result.messages = messages.take();
  return variant.invocation.invocation != nullptr;
}

void SourceCompiler::takeRecord(Variant &variant,
                                image::InterfaceRecord record) {
  variant.record = std::move(record);
  variant.isParsed = true;
  if (&variant == &variants_.front())
    onRecord_(variant.record);
}

void SourceCompiler::compileVariant(Variant &variant,
                                    const OnModule &onModule) {
  auto onParsed = [&](const frontend::Products &products) {
    takeRecord(variant, products.record);
  };
  variant.result.add(compileDevice(
      {variant.invocation, stem_, context_.warnings,
       context_.inputs.options.checksAssembly, onParsed, onModule}));
  readRecord(variant);
}

/// From the object, if the source was not parsed in this process.
void SourceCompiler::readRecord(Variant &variant) {
  CompileResult &result = variant.result;
  if (!result.isOk || variant.isParsed)
    return;
  const std::string &object = variant.plan->object;
  Result<Bytes> bytes = image::readFile(object);
  Result<std::vector<image::InterfaceRecord>> records =
      bytes ? frontend::readInterface(*bytes)
            : Result<std::vector<image::InterfaceRecord>>(bytes.error());
  if (records) {
    takeRecord(variant,
               image::combineRecords(std::move(*records),
                                     frontend::identifierFromStem(stem_)));
    return;
  }
  result.isOk = false;
  result.messages.push_back("dpacc: error: " + path_ + ": its device object: " +
                            records.error().message + "\n");
}

/// Checked here, compiled where the launcher likes.
void SourceCompiler::compileElsewhere(Variant &variant) {
  if (!readInvocation(variant))
    return;
  std::optional<frontend::Products> products;
  auto onParsed = [&](const frontend::Products &parsed) {
    products = parsed;
    takeRecord(variant, parsed.record);
  };
  variant.result.add(
      checkDevice({variant.invocation, stem_, context_.warnings,
                   context_.inputs.options.checksAssembly, onParsed, nullptr}));
  variant.result.add(products ? compileDistributed(context_.inputs,
                                                   context_.plan.folder,
                                                   *variant.plan, *products)
                              : CompileResult());
}

void SourceCompiler::compileAsProcess(Variant &variant) {
  const Options &options = context_.inputs.options;
  const Arguments &planned = variant.plan->arguments;
  if (language_ == SourceLanguage::C && isDistributing(options)) {
    compileElsewhere(variant);
    return;
  }
  Arguments arguments;
  if (language_ == SourceLanguage::C)
    arguments = pluginArguments(options, context_.inputs.toolchain, stem_);
  arguments.insert(arguments.end(), planned.begin(), planned.end());
  variant.result =
      options.deviceLauncher.empty()
          ? runCompiler(context_.inputs, context_.plan.folder, arguments)
          : launchCompiler(context_.inputs, context_.plan.folder, arguments);
  readRecord(variant);
}

void SourceCompiler::compile() {
  if (language_ != SourceLanguage::Assembly &&
      context_.inputs.options.deviceLauncher.empty()) {
    compileInProcess();
    return;
  }
  for (Variant &variant : llvm::drop_begin(variants_))
    context_.pool.add([this, &variant] { compileAsProcess(variant); });
  compileAsProcess(variants_.front());
}

void SourceCompiler::compileInProcess() {
  bool isHandedOver = false;
  OnModule onModule;
  if (variants_.size() > 1)
    onModule = [&](ParsedUnit parsed) {
      isHandedOver = true;
      auto unit = std::make_shared<const ParsedUnit>(std::move(parsed));
      context_.pool.add([this, unit] { compileOthers(unit); });
    };
  Variant &first = variants_.front();
  if (readInvocation(first))
    compileVariant(first, onModule);
  // Without a module there are errors, and other models may have others.
  if (!isHandedOver && variants_.size() > 1)
    compileOthers(nullptr);
}

/// Among the models before it that have the first one's parse.
bool SourceCompiler::findEqual(size_t index, const ParsedUnit &unit) {
  Variant &variant = variants_[index];
  for (size_t other = 0; other < index; ++other) {
    const Variant &earlier = variants_[other];
    if (!earlier.equal && earlier.isFromFirst &&
        sharingOf(earlier.invocation, variant.invocation, unit.macros) ==
            Sharing::Object)
      variant.equal = &earlier;
  }
  return variant.equal != nullptr;
}

void SourceCompiler::compileOthers(
    const std::shared_ptr<const ParsedUnit> &unit) {
  for (size_t index = 1; index < variants_.size(); ++index) {
    Variant &variant = variants_[index];
    if (!readInvocation(variant) || (unit && findEqual(index, *unit)))
      continue;
    variant.isFromFirst =
        unit && sharingOf(variants_.front().invocation, variant.invocation,
                          unit->macros) == Sharing::Module;
    context_.pool.add([this, &variant, unit] {
      if (variant.isFromFirst &&
          compileModule(variants_.front().invocation, variant.invocation,
                        unit->bitcode))
        variant.result.isOk = true;
      else
        compileVariant(variant, nullptr);
    });
  }
}

void SourceCompiler::copyObject(Variant &variant) {
  const Variant &equal = *variant.equal;
  variant.result.isOk = equal.result.isOk;
  if (!variant.result.isOk)
    return;
  std::error_code error =
      llvm::sys::fs::copy_file(equal.plan->object, variant.plan->object);
  if (error)
    reportForeign(variant.plan->object, error.message());
}

void SourceCompiler::finish() {
  for (Variant &variant : variants_)
    if (variant.equal)
      copyObject(variant);
}

void SourceCompiler::checkModelsAgree() const {
  const Variant &first = variants_.front();
  for (const Variant &variant : variants_)
    if (variant.isParsed && variant.record != first.record)
      reportErrorIn(path_, Problem::ModelsDisagree, first.plan->model->name,
                    variant.plan->model->name);
}

} // namespace dpa::driver
