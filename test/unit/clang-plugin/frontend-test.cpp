// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end as the driver uses it: attached to an action of its own, more than once in one
// process.
#include "clang-plugin/frontend.h"
#include "clang-plugin/keyword-defines.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <gtest/gtest.h>

namespace {

using namespace clang;
using dpa::frontend::Options;
using dpa::frontend::Products;

class CheckAction : public SyntaxOnlyAction {
public:
  explicit CheckAction(Options options) : options(std::move(options)) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 StringRef file) override {
    return dpa::frontend::attach(
        compiler, options, SyntaxOnlyAction::CreateASTConsumer(compiler, file));
  }

private:
  Options options;
};

struct Outcome {
  bool isFine = false;
  std::string messages;
  std::vector<Products> products; ///< one for each call of onParsed
};

Outcome compile(const std::string &text, Options options = {}) {
  Outcome outcome;
  options.stem = "dev";
  options.onParsed = [&](const Products &products) {
    outcome.products.push_back(products);
  };

  auto invocation = std::make_shared<CompilerInvocation>();
  DiagnosticOptions diagnosticOptions;
  auto files = llvm::vfs::getRealFileSystem();
  auto diagnostics =
      CompilerInstance::createDiagnostics(*files, diagnosticOptions);
  std::vector<const char *> arguments = {"-triple",
                                         "riscv64-unknown-unknown-elf",
                                         "-target-abi",
                                         "lp64",
                                         "-ffreestanding",
                                         "-x",
                                         "c",
                                         "dev.c"};
  for (const std::string &define : dpa::frontend::keywordDefines())
    arguments.push_back(define.c_str());
  EXPECT_TRUE(
      CompilerInvocation::CreateFromArgs(*invocation, arguments, *diagnostics));
  invocation->getPreprocessorOpts().addRemappedFile(
      "dev.c", llvm::MemoryBuffer::getMemBufferCopy(text).release());

  CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  llvm::raw_string_ostream out(outcome.messages);
  compiler.createDiagnostics(
      new TextDiagnosticPrinter(out, compiler.getDiagnosticOpts()), true);
  compiler.createFileManager();
  compiler.setVerboseOutputStream(out);
  CheckAction action(options);
  outcome.isFine = compiler.ExecuteAction(action);
  return outcome;
}

TEST(Frontend, GivesStubsAndRecordOnce) {
  Outcome outcome = compile(
      "struct s { char c; long v; };\n"
      "__dpa_rpc__ unsigned long f(struct s a, short b) { return a.c + b; }\n"
      "__dpa_global__ void g(void) {}");
  EXPECT_TRUE(outcome.isFine) << outcome.messages;
  ASSERT_EQ(outcome.products.size(), 1U);
  const Products &products = outcome.products[0];
  EXPECT_EQ(products.record.stem, "dev");
  ASSERT_EQ(products.record.functions.size(), 2U);
  EXPECT_EQ(products.record.functions[0],
            (dpa::image::InterfaceFunction{"f", "_dpacc_pack_dev_f",
                                           "_dpacc_flexio_dev_arg_unpack_dev_f",
                                           24, dpa::image::EntryKind::Rpc}));
  EXPECT_EQ(products.record.functions[1],
            (dpa::image::InterfaceFunction{"g", "_dpacc_pack_dev_g",
                                           "_dpacc_flexio_dev_arg_unpack_dev_g",
                                           0, dpa::image::EntryKind::Global}));
  EXPECT_NE(products.record.hostStub.find("_dpacc_pack_dev_f"),
            std::string::npos);
  EXPECT_NE(products.deviceStub.find("_dpacc_flexio_dev_arg_unpack_dev_f"),
            std::string::npos);
}

TEST(Frontend, HasNoProductsOnError) {
  Outcome outcome =
      compile("__dpa_rpc__ int f(void) { return 0; }\n__dpa_global__ int g(int "
              "a[2]) { return a[0]; }\n");
  EXPECT_FALSE(outcome.isFine);
  EXPECT_TRUE(outcome.products.empty());
  EXPECT_NE(outcome.messages.find("3 errors generated"), std::string::npos)
      << outcome.messages;
}

TEST(Frontend, EmptyUnitHasAnEmptyRecord) {
  Outcome outcome = compile("");
  EXPECT_TRUE(outcome.isFine) << outcome.messages;
  ASSERT_EQ(outcome.products.size(), 1U);
  EXPECT_TRUE(outcome.products[0].record.functions.empty());
  EXPECT_NE(
      outcome.products[0].record.hostStub.find("_dpacc_file_dev_register_all"),
      std::string::npos);
}

TEST(Frontend, UnitsDoNotInfluenceEachOther) {
  const std::string text = "struct s { long v; };\n__dpa_global__ void "
                           "f(struct s *p) { (void)p; }\n";
  Outcome first = compile(text);
  Options strict;
  strict.warnings.takeOption("-Werror=dpa");
  Outcome second = compile(text, strict);
  Options quiet;
  quiet.warnings.takeOption("-Wno-dpa");
  Outcome third = compile(text, quiet);
  EXPECT_TRUE(first.isFine);
  EXPECT_NE(first.messages.find("1 warning generated"), std::string::npos)
      << first.messages;
  EXPECT_FALSE(second.isFine);
  EXPECT_NE(second.messages.find("[-Werror,-Wdpa-pointer-argument]"),
            std::string::npos)
      << second.messages;
  EXPECT_TRUE(third.isFine);
  EXPECT_EQ(third.messages, "");
  ASSERT_EQ(third.products.size(), 1U);
  EXPECT_EQ(first.products[0].record.hostStub,
            third.products[0].record.hostStub);
}

} // namespace
