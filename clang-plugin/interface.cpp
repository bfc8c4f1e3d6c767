// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module pass at the start of the pipeline, which runs at every optimisation level.
#include "clang-plugin/interface.h"

#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace dpa::frontend {
namespace {

bool hasRecord(const llvm::Module &module) {
  return llvm::any_of(module.globals(), [](const llvm::GlobalVariable &global) {
    return global.getSection() == llvm::StringRef(image::interfaceSection);
  });
}

void embed(llvm::Module &module, const image::InterfaceRecord &record) {
  if (hasRecord(module))
    return;
  Bytes bytes = image::encodeInterfaceRecord(record);
  llvm::embedBufferInModule(
      module, llvm::MemoryBufferRef(textOf(bytes), "dpacc interface"),
      image::interfaceSection);
}

struct InterfacePass : llvm::PassInfoMixin<InterfacePass> {
  std::shared_ptr<const image::InterfaceRecord> record;

  explicit InterfacePass(std::shared_ptr<const image::InterfaceRecord> record)
      : record(std::move(record)) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    embed(module, *record);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }
};

/// Without a pipeline (-save-temps compiles so to bitcode first) the writer of the module is the
/// only pass there is.
void embedBeforeWriting(
    llvm::PassBuilder &builder,
    const std::shared_ptr<const image::InterfaceRecord> &record) {
  llvm::PassInstrumentationCallbacks *callbacks =
      builder.getPassInstrumentationCallbacks();
  if (!callbacks)
    return;
  callbacks->registerBeforeNonSkippedPassCallback(
      [record](llvm::StringRef, llvm::Any unit) {
        if (const auto *module = llvm::any_cast<const llvm::Module *>(&unit))
          embed(const_cast<llvm::Module &>(**module), *record);
      });
}

} // namespace

void addInterfaceRecord(
    clang::CodeGenOptions &options,
    const std::shared_ptr<const image::InterfaceRecord> &record) {
  bool hasPipeline = !options.DisableLLVMPasses;
  options.PassBuilderCallbacks.push_back(
      [record, hasPipeline](llvm::PassBuilder &builder) {
        if (!hasPipeline)
          embedBeforeWriting(builder, record);
        builder.registerPipelineStartEPCallback(
            [record](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
              passes.addPass(InterfacePass(record));
            });
      });
}

} // namespace dpa::frontend
