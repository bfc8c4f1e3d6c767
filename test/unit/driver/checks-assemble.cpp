// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's assembler and archive writer. See checks-assemble.h.
#include "checks-assemble.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace dpa::test {

static const llvm::Target &target(const llvm::Triple &triple) {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVAsmParser();
  std::string error;
  return *llvm::TargetRegistry::lookupTarget(triple, error);
}

std::string assemble(std::string_view text, const AssemblyOptions &options) {
  llvm::Triple triple("riscv64-unknown-unknown-elf");
  const llvm::Target &riscv = target(triple);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "test.S"), llvm::SMLoc());
  llvm::MCTargetOptions targetOptions;
  targetOptions.ABIName = options.abi;
  std::unique_ptr<llvm::MCRegisterInfo> registers(
      riscv.createMCRegInfo(triple));
  std::unique_ptr<llvm::MCAsmInfo> assembly(
      riscv.createMCAsmInfo(*registers, triple, targetOptions));
  std::unique_ptr<llvm::MCInstrInfo> instructions(riscv.createMCInstrInfo());
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      riscv.createMCSubtargetInfo(triple, "generic-rv64", options.features));
  llvm::MCContext context(triple, assembly.get(), registers.get(),
                          subtarget.get(), &sources, &targetOptions);
  std::unique_ptr<llvm::MCObjectFileInfo> sections(
      riscv.createMCObjectFileInfo(context, false));
  context.setObjectFileInfo(sections.get());
  if (options.hasLines) {
    context.setGenDwarfForAssembly(true);
    context.setDwarfVersion(5);
    context.setMainFileName("test.S");
    context.setGenDwarfRootFile("test.S", text);
  }

  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream out(bytes);
  std::unique_ptr<llvm::MCAsmBackend> backend(
      riscv.createMCAsmBackend(*subtarget, *registers, targetOptions));
  std::unique_ptr<llvm::MCObjectWriter> writer =
      backend->createObjectWriter(out);
  std::unique_ptr<llvm::MCCodeEmitter> emitter(
      riscv.createMCCodeEmitter(*instructions, context));
  std::unique_ptr<llvm::MCStreamer> streamer(riscv.createMCObjectStreamer(
      triple, context, std::move(backend), std::move(writer),
      std::move(emitter), *subtarget));
  std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, *streamer, *assembly));
  std::unique_ptr<llvm::MCTargetAsmParser> targetParser(riscv.createMCAsmParser(
      *subtarget, *parser, *instructions, targetOptions));
  parser->setTargetParser(*targetParser);
  if (parser->Run(false))
    std::abort();
  return bytes.str().str();
}

std::string
archiveOf(const std::vector<std::pair<std::string, std::string>> &members) {
  std::vector<llvm::NewArchiveMember> entries;
  for (const auto &[name, bytes] : members)
    entries.emplace_back(llvm::MemoryBufferRef(bytes, name));
  auto archive =
      llvm::writeArchiveToBuffer(entries, llvm::SymtabWritingMode::NoSymtab,
                                 llvm::object::Archive::K_GNU, true, false);
  if (!archive)
    std::abort();
  return (*archive)->getBuffer().str();
}

} // namespace dpa::test
