// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's disassembler behind a small face. Its numbers of opcodes are private, so instructions are
// recognised by name: once for each opcode. See instruction-decoder.h.
#include "driver/checks/instruction-decoder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/RISCVISAInfo.h"
#include "llvm/TargetParser/Triple.h"

#include <optional>

using llvm::MCInst;
using llvm::StringRef;

namespace dpa::driver {

namespace {

constexpr char deviceTriple[] = "riscv64-unknown-unknown-elf";

/// Where an instruction keeps the fields of Instruction.
enum class Form : uint8_t {
  None,
  Constant,      ///< rd, imm
  UpperConstant, ///< rd, imm20
  UpperAddress,  ///< rd, imm20, relative to pc
  Immediate,     ///< rd, rs1, imm
  ImmediateWord, ///< rd, rs1, imm
  Move,          ///< rd, rs1
  Sum,           ///< rd, rs1, rs2
  Difference,    ///< rd, rs1, rs2
  And,           ///< rd, rs1, imm
  ShiftedSum1,   ///< rd, rs1, rs2: rs1 is shifted by 1
  ShiftedSum2,
  ShiftedSum3,
  Shift,              ///< rd, rs1, imm
  Bit,                ///< rd, rs1, imm
  JumpAndLink,        ///< rd, offset
  Jump,               ///< offset
  JumpAndLinkAddress, ///< rd, rs1, imm
  JumpAddress,        ///< rs1
  CallAddress,        ///< rs1, links ra
  Branch,             ///< ..., offset
  Stop,
};

Form formOfName(StringRef name) {
  return llvm::StringSwitch<Form>(name)
      .Case("C_LI", Form::Constant)
      .Cases({"LUI", "C_LUI"}, Form::UpperConstant)
      .Case("AUIPC", Form::UpperAddress)
      .Cases({"ADDI", "C_ADDI", "C_ADDI16SP", "C_ADDI4SPN"}, Form::Immediate)
      .Cases({"ADDIW", "C_ADDIW"}, Form::ImmediateWord)
      .Case("C_MV", Form::Move)
      .Cases({"ADD", "C_ADD"}, Form::Sum)
      .Cases({"SUB", "C_SUB"}, Form::Difference)
      .Cases({"ANDI", "C_ANDI"}, Form::And)
      .Cases({"SLLI", "C_SLLI"}, Form::Shift)
      .Case("SH1ADD", Form::ShiftedSum1)
      .Case("SH2ADD", Form::ShiftedSum2)
      .Case("SH3ADD", Form::ShiftedSum3)
      .Case("BSETI", Form::Bit)
      .Case("JAL", Form::JumpAndLink)
      .Case("C_J", Form::Jump)
      .Case("JALR", Form::JumpAndLinkAddress)
      .Case("C_JR", Form::JumpAddress)
      .Case("C_JALR", Form::CallAddress)
      .Cases({"BEQ", "BNE", "BLT", "BGE", "BLTU", "BGEU", "C_BEQZ", "C_BNEZ"},
             Form::Branch)
      .Cases({"C_UNIMP", "UNIMP", "EBREAK", "C_EBREAK", "MRET", "SRET"},
             Form::Stop)
      .Default(Form::None);
}

int64_t upperImmediate(int64_t field) {
  return llvm::SignExtend64<32>(static_cast<uint64_t>(field) << 12);
}

llvm::ArrayRef<uint8_t> bytesOf(ByteView code) {
  return {reinterpret_cast<const uint8_t *>(code.data()), code.size()};
}

} // namespace

struct InstructionDecoder::Parts {
  explicit Parts(const std::string &features) : triple(deviceTriple) {
    std::string error;
    target = llvm::TargetRegistry::lookupTarget(triple, error);
    registers.reset(target->createMCRegInfo(triple));
    assembly.reset(target->createMCAsmInfo(*registers, triple, options));
    instructions.reset(target->createMCInstrInfo());
    subtarget.reset(
        target->createMCSubtargetInfo(triple, "generic-rv64", features));
    context.emplace(triple, assembly.get(), registers.get(), subtarget.get());
    disassembler.reset(target->createMCDisassembler(*subtarget, *context));
    forms.resize(instructions->getNumOpcodes());
  }

  Form formOf(const MCInst &instruction) const {
    std::optional<Form> &form = forms[instruction.getOpcode()];
    if (!form)
      form = formOfName(instructions->getName(instruction.getOpcode()));
    return *form;
  }

  bool decode(ByteView code, uint64_t address, MCInst &instruction,
              uint64_t &size) const {
    return disassembler->getInstruction(instruction, size, bytesOf(code),
                                        address, llvm::nulls()) ==
           llvm::MCDisassembler::Success;
  }

  uint8_t registerOf(const MCInst &instruction, unsigned operand) const {
    return static_cast<uint8_t>(
        registers->getEncodingValue(instruction.getOperand(operand).getReg()));
  }

  /// The integer registers that an instruction without a form of its own writes.
  void findWritten(const MCInst &from, Instruction &to) const {
    const llvm::MCInstrDesc &description = instructions->get(from.getOpcode());
    for (unsigned i = 0; i < description.getNumDefs(); ++i)
      if (from.getOperand(i).isReg())
        addWritten(from.getOperand(i).getReg(), to);
    for (llvm::MCPhysReg implicit : description.implicit_defs())
      addWritten(implicit, to);
  }

  void addWritten(llvm::MCRegister which, Instruction &to) const {
    if (StringRef(registers->getName(which)).starts_with("X"))
      to.written.push_back(
          static_cast<uint8_t>(registers->getEncodingValue(which)));
  }

  void fill(const MCInst &from, uint64_t address, Instruction &to) const;

  llvm::Triple triple;
  llvm::MCTargetOptions options;
  const llvm::Target *target;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::optional<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  /// By opcode, as far as they were met: there are thousands.
  mutable std::vector<std::optional<Form>> forms;
};

void InstructionDecoder::Parts::fill(const MCInst &from, uint64_t address,
                                     Instruction &to) const {
  auto immediate = [&](unsigned operand) {
    return from.getOperand(operand).getImm();
  };
  auto reads = [&](Operation operation, unsigned first, unsigned second) {
    to.operation = operation;
    to.destination = registerOf(from, 0);
    to.source1 = registerOf(from, first);
    if (operation == Operation::Add || operation == Operation::Subtract)
      to.source2 = registerOf(from, second);
    else
      to.immediate = immediate(second);
  };
  auto jumps = [&](Operation operation, unsigned offset) {
    to.operation = operation;
    to.target = address + static_cast<uint64_t>(immediate(offset));
  };
  const Form form = formOf(from);
  switch (form) {
  case Form::None:
    to.operation = Operation::Other;
    return findWritten(from, to);
  case Form::Constant:
  case Form::UpperConstant:
  case Form::UpperAddress:
    to.operation = Operation::SetConstant;
    to.destination = registerOf(from, 0);
    to.immediate =
        form == Form::Constant ? immediate(1) : upperImmediate(immediate(1));
    if (form == Form::UpperAddress)
      to.immediate += static_cast<int64_t>(address);
    return;
  case Form::Immediate:
    return reads(Operation::AddImmediate, 1, 2);
  case Form::ImmediateWord:
    return reads(Operation::AddWord, 1, 2);
  case Form::Move:
    to.operation = Operation::AddImmediate;
    to.destination = registerOf(from, 0);
    to.source1 = registerOf(from, 1);
    return;
  case Form::Sum:
    return reads(Operation::Add, 1, 2);
  case Form::Difference:
    return reads(Operation::Subtract, 1, 2);
  case Form::And:
    return reads(Operation::And, 1, 2);
  case Form::Shift:
    return reads(Operation::ShiftLeft, 1, 2);
  case Form::Bit:
    return reads(Operation::SetBit, 1, 2);
  case Form::ShiftedSum1:
  case Form::ShiftedSum2:
  case Form::ShiftedSum3:
    reads(Operation::Add, 1, 2);
    to.immediate =
        1 + static_cast<int>(form) - static_cast<int>(Form::ShiftedSum1);
    return;
  case Form::JumpAndLink:
    to.destination = registerOf(from, 0);
    return jumps(Operation::Jump, 1);
  case Form::Jump:
    return jumps(Operation::Jump, 0);
  case Form::JumpAndLinkAddress:
    return reads(Operation::JumpRegister, 1, 2);
  case Form::CallAddress:
  case Form::JumpAddress:
    to.operation = Operation::JumpRegister;
    to.source1 = registerOf(from, 0);
    if (form == Form::CallAddress)
      to.destination = registerReturn;
    return;
  case Form::Branch:
    return jumps(Operation::Branch, from.getNumOperands() - 1);
  case Form::Stop:
    return;
  }
}

InstructionDecoder::InstructionDecoder(const std::string &features)
    : parts_(std::make_unique<Parts>(features)) {}

InstructionDecoder::~InstructionDecoder() = default;

bool isUnimp(ByteView code) {
  constexpr uint32_t writeToCycle = 0xC0001073; // csrrw zero, cycle, zero
  return readU32(code, 0) == writeToCycle;
}

unsigned instructionSize(ByteView code) {
  bool isLong = !code.empty() && (code[0] & std::byte{3}) == std::byte{3};
  return isLong ? 4 : 2;
}

Instruction InstructionDecoder::decode(ByteView code, uint64_t address) const {
  Instruction result;
  result.size = static_cast<uint8_t>(instructionSize(code));
  if (code.size() < result.size || isUnimp(code))
    return result;
  MCInst instruction;
  uint64_t size = 0;
  if (parts_->decode(code, address, instruction, size))
    parts_->fill(instruction, address, result);
  return result;
}

StringRef InstructionDecoder::nameOf(ByteView code) const {
  MCInst instruction;
  uint64_t size = 0;
  if (!parts_->decode(code, 0, instruction, size))
    return "";
  return parts_->instructions->getName(instruction.getOpcode());
}

std::string InstructionDecoder::textOf(ByteView code) const {
  MCInst instruction;
  uint64_t size = 0;
  if (!parts_->decode(code, 0, instruction, size))
    return "";
  std::unique_ptr<llvm::MCInstPrinter> printer(
      parts_->target->createMCInstPrinter(parts_->triple, 0, *parts_->assembly,
                                          *parts_->instructions,
                                          *parts_->registers));
  std::string text;
  llvm::raw_string_ostream out(text);
  printer->printInst(&instruction, 0, "", *parts_->subtarget, out);
  for (char &c : text)
    if (c == '\t')
      c = ' ';
  return StringRef(text).trim().str();
}

void initializeInstructionDecoder() {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVDisassembler();
}

std::string featuresOfArchitecture(StringRef architecture) {
  auto info = llvm::RISCVISAInfo::parseNormalizedArchString(architecture);
  if (!info) {
    llvm::consumeError(info.takeError());
    info = llvm::RISCVISAInfo::parseArchString(architecture, true);
  }
  if (!info) {
    llvm::consumeError(info.takeError());
    return "";
  }
  return llvm::join((*info)->toFeatures(), ",");
}

} // namespace dpa::driver
