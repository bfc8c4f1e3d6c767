// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preprocesses here, adds what the plugin would add, compiles elsewhere. See distribution.h.
#include "driver/compile/distribution.h"

#include "driver/compile/launcher.h"
#include "driver/processes/files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace dpa::driver {

/// Nothing but the code: the front end has said what there is to say, and the keywords have done
/// what they do.
static Arguments preprocessing(const CompilePlan &plan,
                               const std::string &output) {
  Arguments arguments = plan.arguments;
  for (const char *argument : {"-E", "-w", "-U__dpa_global__", "-U__dpa_rpc__",
                               "-D__dpa_global__=", "-D__dpa_rpc__=", "-o"})
    arguments.push_back(argument);
  arguments.push_back(output);
  return arguments;
}

/// The plan's arguments for the preprocessed file, which needs no language and has its rule
/// already.
static Arguments compiling(const CompilePlan &plan, const std::string &input) {
  Arguments arguments = {"-w", "-Wno-unused-command-line-argument"};
  for (size_t i = 0; i < plan.arguments.size(); ++i) {
    StringRef argument = plan.arguments[i];
    if (argument == "-MD" || argument == "-MMD")
      continue;
    if (argument == "-MF" || argument == "-MT" || argument == "-x") {
      ++i;
      continue;
    }
    arguments.push_back(argument.str());
    if (argument == "-c") {
      arguments.push_back(input);
      ++i;
    }
  }
  return arguments;
}

/// The record as a section of the object that no link keeps. The bytes are an .ascii string inside
/// a C string.
static void writeRecord(llvm::raw_ostream &out,
                        const image::InterfaceRecord &record) {
  out << "__asm__(\".pushsection " << StringRef(image::interfaceSection)
      << ",\\\"e\\\",@progbits\\n\"\n";
  constexpr size_t lineSize = 64;
  Bytes bytes = image::encodeInterfaceRecord(record);
  for (size_t at = 0; at < bytes.size(); at += lineSize) {
    out << "        \".ascii \\\"";
    size_t end = std::min(bytes.size(), at + lineSize);
    for (size_t i = at; i < end; ++i)
      out << "\\\\"
          << llvm::format("%03o", std::to_integer<unsigned>(bytes[i]));
    out << "\\\"\\n\"\n";
  }
  out << "        \".popsection\");\n";
}

static bool addStubs(const std::string &file,
                     const frontend::Products &products) {
  std::optional<Bytes> preprocessed = readOrReport(file);
  if (!preprocessed)
    return false;
  std::string text(textOf(*preprocessed));
  llvm::raw_string_ostream out(text);
  out << "\n;\n# 1 \"<dpacc stubs>\" 3\n" << products.deviceStub;
  writeRecord(out, products.record);
  return writeOrReport(file, viewOf(text));
}

CompileResult compileDistributed(const Inputs &inputs,
                                 const std::string &folder,
                                 const CompilePlan &plan,
                                 const frontend::Products &products) {
  std::string file = StringRef(plan.object).drop_back(2).str() + ".i";
  CompileResult result = runCompiler(inputs, folder, preprocessing(plan, file));
  if (!result.isOk)
    return result;
  if (!addStubs(file, products))
    return {};
  return launchCompiler(inputs, folder, compiling(plan, file));
}

} // namespace dpa::driver
