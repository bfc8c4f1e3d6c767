// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides what each model needs. See source-compiler.h.
#include "driver/source-compiler.h"

#include "driver/model-sharing.h"
#include "driver/report.h"

#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

SourceCompiler::SourceCompiler(const CompileContext &context, size_t source,
                               OnRecord onRecord)
    : context(context), source(context.plan.sources[source]),
      onRecord(std::move(onRecord)) {
  for (const CompilePlan &compile : context.plan.compiles)
    if (compile.source == source)
      variants.push_back({&compile, {}, {}, {}});
  variants.front().isFromFirst = true;
}

bool SourceCompiler::readInvocation(Variant &variant) {
  MessageList messages;
  variant.invocation = readDeviceInvocation(context.inputs.toolchain.clang,
                                            variant.plan->arguments, messages);
  variant.result.messages = messages.take();
  return variant.invocation.invocation != nullptr;
}

void SourceCompiler::takeRecord(Variant &variant,
                                image::InterfaceRecord record) {
  variant.record = std::move(record);
  variant.isParsed = true;
  if (&variant == &variants.front())
    onRecord(variant.record);
}

void SourceCompiler::compileVariant(
    Variant &variant, const std::function<void(ParsedUnit)> &onModule) {
  auto onParsed = [&](const frontend::Products &products) {
    takeRecord(variant, products.record);
  };
  CompileResult result = compileDevice(
      {variant.invocation, source.stem, context.warnings,
       context.inputs.options.checksAssembly, onParsed, onModule});
  variant.result.isOk = result.isOk;
  variant.result.messages.insert(variant.result.messages.end(),
                                 result.messages.begin(),
                                 result.messages.end());
}

void SourceCompiler::compile() {
  bool isHandedOver = false;
  std::function<void(ParsedUnit)> onModule;
  if (variants.size() > 1)
    onModule = [&](ParsedUnit parsed) {
      isHandedOver = true;
      auto unit = std::make_shared<const ParsedUnit>(std::move(parsed));
      context.pool.add([this, unit] { compileOthers(unit); });
    };
  Variant &first = variants.front();
  if (readInvocation(first))
    compileVariant(first, onModule);
  // Without a module there are errors, and other models may have others.
  if (!isHandedOver && variants.size() > 1)
    compileOthers(nullptr);
}

/// Among the models before it that have the first one's parse.
bool SourceCompiler::findEqual(size_t index, const ParsedUnit &unit) {
  Variant &variant = variants[index];
  for (size_t other = 0; other < index; ++other) {
    const Variant &earlier = variants[other];
    if (!earlier.equal && earlier.isFromFirst &&
        sharingOf(earlier.invocation, variant.invocation, unit.macros) ==
            Sharing::Object)
      variant.equal = &earlier;
  }
  return variant.equal != nullptr;
}

void SourceCompiler::compileOthers(
    const std::shared_ptr<const ParsedUnit> &unit) {
  for (size_t index = 1; index < variants.size(); ++index) {
    Variant &variant = variants[index];
    if (!readInvocation(variant) || (unit && findEqual(index, *unit)))
      continue;
    variant.isFromFirst =
        unit && sharingOf(variants.front().invocation, variant.invocation,
                          unit->macros) == Sharing::Module;
    context.pool.add([this, &variant, unit] {
      if (variant.isFromFirst &&
          compileModule(variants.front().invocation, variant.invocation,
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
    reportError(variant.plan->object, error.message());
}

void SourceCompiler::finish() {
  for (Variant &variant : variants)
    if (variant.equal)
      copyObject(variant);
}

void SourceCompiler::checkModelsAgree() const {
  const Variant &first = variants.front();
  for (const Variant &variant : variants)
    if (variant.isParsed && variant.record != first.record)
      reportError(source.path,
                  "entry points or their arguments differ between " +
                      first.plan->model->name + " and " +
                      variant.plan->model->name);
}

} // namespace dpa::driver
