// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module pass at the start of the pipeline, which runs at every optimisation level.
#include "clang-plugin/interface.h"

#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace dpa::frontend {
namespace {

struct InterfacePass : llvm::PassInfoMixin<InterfacePass> {
  std::shared_ptr<const image::InterfaceRecord> record;

  explicit InterfacePass(std::shared_ptr<const image::InterfaceRecord> record)
      : record(std::move(record)) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    if (module.getNamedMetadata(interfaceMetadata))
      return llvm::PreservedAnalyses::all();
    image::Bytes bytes = image::encodeInterfaceRecord(*record);
    llvm::LLVMContext &context = module.getContext();
    llvm::Metadata *text = llvm::MDString::get(context, image::textOf(bytes));
    module.getOrInsertNamedMetadata(interfaceMetadata)
        ->addOperand(llvm::MDNode::get(context, text));
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }
};

} // namespace

void addInterfaceMetadata(
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
