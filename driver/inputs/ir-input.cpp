// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads IR files for their target, and bitcode for what it does to its reader. See ir-input.h.
#include "driver/inputs/ir-input.h"

#include "driver/options/source-language.h"
#include "driver/processes/isolated-run.h"
#include "driver/processes/report.h"
#include "image/dpa-object.h"
#include "image/file.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

#include <cstring>

using llvm::StringRef;

namespace dpa::driver {

/// The triple of bitcode; empty if it has none or cannot be read, which the compiler reports
/// better.
static std::string tripleOfBitcode(llvm::MemoryBufferRef buffer) {
  llvm::Expected<std::string> triple = llvm::getBitcodeTargetTriple(buffer);
  if (triple)
    return *triple;
  llvm::consumeError(triple.takeError());
  return "";
}

/// The same of a text, in which it stands on a line of its own.
static std::string tripleOfText(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    if (line.consume_front("target triple = \""))
      return line.take_until([](char c) { return c == '"'; }).str();
  return "";
}

/// LLVM crashes on some damaged bitcode, so that a copy of this process reads it first; false if
/// that ended by a signal. Other errors are reported by the compiler.
static bool canBeRead(const std::string &path, llvm::MemoryBufferRef buffer) {
  IsolatedResult result = runIsolated([&] {
    llvm::LLVMContext context;
    auto module = llvm::parseBitcodeFile(buffer, context);
    if (module)
      llvm::verifyModule(**module);
    else
      llvm::consumeError(module.takeError());
    return 0;
  });
  if (result.signal != 0)
    reportError(Problem::InputDamaged, "the reader of bitcode", result.signal,
                strsignal(result.signal), path);
  return result.signal == 0;
}

static void checkIrInput(const std::string &path) {
  // One that cannot be read or is too large has been reported.
  uint64_t size = 0;
  if (llvm::sys::fs::file_size(path, size) || size > image::maximalFileSize)
    return;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  bool isBitcode = image::isBitcode(viewOf((*buffer)->getBuffer()));
  if (!isBitcode && llvm::sys::path::extension(path) != ".ll")
    return;
  if (isBitcode && !canBeRead(path, (*buffer)->getMemBufferRef()))
    return;
  std::string triple = isBitcode ? tripleOfBitcode((*buffer)->getMemBufferRef())
                                 : tripleOfText((*buffer)->getBuffer());
  if (!triple.empty() &&
      llvm::Triple(triple).getArch() != llvm::Triple::riscv64)
    reportErrorIn(path, Problem::IrOfOtherMachine, triple);
}

void checkIrInputs(const Options &options) {
  for (const std::string &source : options.sources)
    if (languageOf(source) == SourceLanguage::Ir)
      checkIrInput(source);
}

} // namespace dpa::driver
