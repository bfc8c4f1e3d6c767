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

struct InterfacePass : llvm::PassInfoMixin<InterfacePass> {
  std::shared_ptr<const image::InterfaceRecord> record;

  explicit InterfacePass(std::shared_ptr<const image::InterfaceRecord> record)
      : record(std::move(record)) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    if (hasRecord(module))
      return llvm::PreservedAnalyses::all();
    image::Bytes bytes = image::encodeInterfaceRecord(*record);
    llvm::embedBufferInModule(
        module, llvm::MemoryBufferRef(image::textOf(bytes), "dpacc interface"),
        image::interfaceSection);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }
};

} // namespace

void addInterfaceRecord(
    clang::CodeGenOptions &options,
    const std::shared_ptr<const image::InterfaceRecord> &record) {
  options.PassBuilderCallbacks.push_back([record](llvm::PassBuilder &builder) {
    builder.registerPipelineStartEPCallback(
        [record](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(InterfacePass(record));
        });
  });
}

} // namespace dpa::frontend
