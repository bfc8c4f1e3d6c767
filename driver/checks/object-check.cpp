// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Disassembles executable sections from end to end. See object-check.h.
#include "driver/checks/object-check.h"

#include "driver/checks/instruction-decoder.h"
#include "driver/checks/source-lines.h"
#include "image/elf-file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>

using llvm::StringRef;

namespace dpa::driver {

namespace {

/// What LLVM can name although no model has it.
constexpr char everyExtension[] =
    "rv64imafdcvh_zicbom_zicbop_zicboz_zicond_zicsr_zifencei_zihintntl_"
    "zihintpause_zawrs_zfa_zfh_zba_zbb_zbc_zbkb_zbkc_zbkx_zbs_zknd_zkne_zknh_"
    "zksed_zksh_svinval";

bool isPrivileged(StringRef name) {
  return llvm::is_contained({"MRET", "SRET", "MNRET", "DRET", "WFI"}, name) ||
         llvm::any_of(
             llvm::ArrayRef<StringRef>{"SFENCE_", "HFENCE_", "SINVAL_",
                                       "HINVAL_", "HLV", "HSV", "SCTRCLR"},
             [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// Reading cycle, time or instret: csrr, or a csrrs or csrrc that sets or clears nothing.
bool readsCounter(StringRef name, uint32_t word) {
  constexpr uint32_t firstCounter = 0xC00;
  constexpr uint32_t lastCounter = 0xC02;
  uint32_t which = word >> 20;
  uint32_t source = word >> 15 & 31;
  return !name.starts_with("CSRRW") && source == 0 && which >= firstCounter &&
         which <= lastCounter;
}

class ObjectJudge {
public:
  ObjectJudge(const CheckedFile &object, const Model &model)
      : object_(object), model_(model), lines_(object.bytes),
        ofModel_(featuresOfArchitecture(model.architecture)) {}

  Findings judge() {
    auto read = image::readElf(object_.bytes);
    if (!read || read->machine != llvm::ELF::EM_RISCV)
      return {};
    auto symbols = read->symbols();
    for (const image::ElfSection &section : read->sections)
      if (section.flags & llvm::ELF::SHF_EXECINSTR)
        judgeSection(section,
                     symbols ? *symbols : std::vector<image::ElfSymbol>());
    return std::move(findings_);
  }

private:
  void judgeSection(const image::ElfSection &section,
                    const std::vector<image::ElfSymbol> &symbols) {
    std::map<uint64_t, bool> isCodeFrom;
    names_.clear();
    for (const image::ElfSymbol &symbol : symbols) {
      if (symbol.section != section.index)
        continue;
      uint64_t offset = symbol.address - section.address;
      if (symbol.name.starts_with("$x") || symbol.name.starts_with("$d"))
        isCodeFrom[offset] = symbol.name[1] == 'x';
      else if (!symbol.name.empty() && !symbol.name.starts_with(".L") &&
               symbol.type != llvm::ELF::STT_SECTION)
        names_.emplace(offset, symbol.name);
    }
    judgeCode(section, isCodeFrom);
  }

  /// Data among code is skipped, unless the instruction before it extends into it.
  void judgeCode(const image::ElfSection &section,
                 const std::map<uint64_t, bool> &isCodeFrom) {
    bool isReached = true;
    for (uint64_t offset = 0; offset < section.bytes.size();) {
      auto next = isCodeFrom.upper_bound(offset);
      bool isCode = next == isCodeFrom.begin() ? true : std::prev(next)->second;
      if (!isCode && !isReached) {
        if (next == isCodeFrom.end())
          return;
        offset = next->first;
        continue;
      }
      ByteView code = section.bytes.subspan(offset);
      uint64_t address = section.address + offset;
      judgeInstruction(code, section, offset);
      Instruction instruction = ofModel_.decode(code, address);
      isReached = isNextReached(instruction);
      offset += instruction.size;
    }
  }

  static bool isNextReached(const Instruction &instruction) {
    switch (instruction.operation) {
    case Operation::Stop:
      return false;
    case Operation::Jump:
    case Operation::JumpRegister:
      return instruction.destination != registerZero;
    default:
      return true;
    }
  }

  void judgeInstruction(ByteView code, const image::ElfSection &section,
                        uint64_t offset) {
    if (isUnimp(code))
      return;
    StringRef name = ofModel_.nameOf(code);
    if (name.empty())
      return reportUnknown(code, section, offset);
    if (isPrivileged(name))
      report(CheckMessage::Privileged, section, offset, ofModel_.textOf(code));
    else if (name == "ECALL")
      report(CheckMessage::SystemCall, section, offset, ofModel_.textOf(code));
    else if (name.starts_with("CSRR") &&
             !readsCounter(name, readU32(code, 0).value_or(0)))
      report(CheckMessage::ControlRegister, section, offset,
             ofModel_.textOf(code));
  }

  void reportUnknown(ByteView code, const image::ElfSection &section,
                     uint64_t offset) {
    if (!ofAll_)
      ofAll_ = std::make_unique<InstructionDecoder>(
          featuresOfArchitecture(everyExtension));
    std::string text = ofAll_->textOf(code);
    if (!text.empty())
      return report(CheckMessage::MissingExtension, section, offset, text,
                    model_.name);
    uint64_t bits = 0;
    unsigned size = instructionSize(code);
    for (unsigned i = 0; i < size && i < code.size(); ++i)
      bits |= std::to_integer<uint64_t>(code[i]) << 8 * i;
    report(CheckMessage::UnknownInstruction, section, offset, hex(bits));
  }

  template <typename... Arguments>
  void report(CheckMessage message, const image::ElfSection &section,
              uint64_t offset, Arguments &&...arguments) {
    findings_.push_back(makeFinding(message, placeOf(section, offset),
                                    std::forward<Arguments>(arguments)...));
  }

  /// "kernel.S:12", or "kernel.o: .text+0x1c (in 'copy')".
  std::string placeOf(const image::ElfSection &section, uint64_t offset) {
    std::string line = lines_.at(section.address + offset, section.index);
    if (!line.empty())
      return line;
    std::string place = object_.name + ": " + section.name + "+" + hex(offset);
    auto after = names_.upper_bound(offset);
    if (after != names_.begin())
      place += " (in '" + std::string(std::prev(after)->second) + "')";
    return place;
  }

  const CheckedFile &object_;
  const Model &model_;
  SourceLines lines_;
  InstructionDecoder ofModel_;
  std::unique_ptr<InstructionDecoder> ofAll_;
  std::map<uint64_t, std::string_view> names_; ///< of the section, by offset
  Findings findings_;
};

} // namespace

Findings checkInstructions(const CheckedFile &file, const Model &model) {
  initializeInstructionDecoder();
  Findings findings;
  for (const CheckedFile &object : objectsIn(file, model.id))
    llvm::append_range(findings, ObjectJudge(object, model).judge());
  if (!findings.empty())
    findings.back().notes.push_back(
        "-disable-asm-checks disables the instruction checks");
  return findings;
}

} // namespace dpa::driver
