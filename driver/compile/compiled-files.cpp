// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams into memory for Clang. See compiled-files.h.
#include "driver/compile/compiled-files.h"

#include "image/file.h"

#include "clang/Frontend/Utils.h"

namespace dpa::driver {

namespace {

/// Writes the rule into a string.
class RuleCollector : public clang::DependencyFileGenerator {
public:
  RuleCollector(const clang::DependencyOutputOptions &options,
                std::string &rule)
      : DependencyFileGenerator(options), rule_(rule) {}

  void finishedMainFile(clang::DiagnosticsEngine &) override {
    llvm::raw_string_ostream out(rule_);
    outputDependencyFile(out);
  }

private:
  std::string &rule_;
};

} // namespace

void CompiledFiles::attach(clang::CompilerInstance &compiler) {
  objectFile_ = compiler.getFrontendOpts().OutputFile;
  compiler.setOutputStream(
      std::make_unique<llvm::raw_svector_ostream>(object_));
  clang::DependencyOutputOptions &options = compiler.getDependencyOutputOpts();
  if (options.OutputFile.empty())
    return;
  compiler.addDependencyCollector(
      std::make_shared<RuleCollector>(options, rule_));
  // Clang has nothing to write itself.
  ruleFile_ = std::move(options.OutputFile);
  options.OutputFile.clear();
}

bool CompiledFiles::write(MessageList &messages) const {
  return (object_.empty() ||
          writeCompiled(objectFile_, {object_.data(), object_.size()},
                        messages)) &&
         (ruleFile_.empty() || writeCompiled(ruleFile_, rule_, messages));
}

bool writeCompiled(const std::string &path, llvm::StringRef bytes,
                   MessageList &messages) {
  Result<void> written = image::writeFile(path, viewOf(bytes));
  if (!written)
    messages.addError(written.error().message);
  return static_cast<bool>(written);
}

} // namespace dpa::driver
