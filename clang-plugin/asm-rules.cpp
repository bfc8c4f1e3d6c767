// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules, by kind of instruction: an allowed one is one that no rule names.
#include "clang-plugin/asm-rules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace dpa::frontend {
namespace {

bool isPrivileged(StringRef mnemonic) {
  constexpr StringRef names[] = {"mret", "sret",  "uret",
                                 "dret", "mnret", "wfi"};
  constexpr StringRef families[] = {"sfence.", "hfence.", "sinval.", "hinval.",
                                    "hlv.",    "hlvx.",   "hsv."};
  return llvm::is_contained(names, mnemonic) ||
         llvm::any_of(families, [&](StringRef family) {
           return mnemonic.starts_with(family);
         });
}

/// Where a CSR instruction has the CSR and what it writes; -1: not at all.
struct CsrForm {
  int csr = -1;
  int written = -1;
};

std::optional<CsrForm> csrForm(StringRef mnemonic) {
  return llvm::StringSwitch<std::optional<CsrForm>>(mnemonic)
      .Case("csrr", CsrForm{1, -1})
      .Cases({"csrw", "csrs", "csrc", "csrwi", "csrsi", "csrci"}, CsrForm{0, 1})
      .Cases({"csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"},
             CsrForm{1, 2})
      .Default(std::nullopt);
}

/// Instructions that mean a CSR without naming it: those of floating point.
bool isHiddenCsrAccess(StringRef mnemonic) {
  constexpr StringRef names[] = {"frcsr", "fscsr",   "frrm",    "fsrm",
                                 "fsrmi", "frflags", "fsflags", "fsflagsi"};
  return llvm::is_contained(names, mnemonic);
}

StringRef operandAt(const AsmStatement &statement, int index) {
  return index >= 0 && static_cast<size_t>(index) < statement.operands.size()
             ? statement.operands[index]
             : StringRef();
}

bool isCounter(StringRef csr, AsmValues values) {
  if (csr == "cycle" || csr == "time" || csr == "instret")
    return true;
  constexpr int64_t first = 0xc00; // cycle, time, instret
  constexpr int64_t last = 0xc02;
  std::optional<int64_t> number = values(csr);
  return number && *number >= first && *number <= last;
}

/// With these "set" and "clear" only read.
bool isNothing(StringRef operand) {
  return operand == "x0" || operand == "zero" || asmNumber(operand) == 0;
}

std::optional<Error> judgeCsr(const AsmStatement &statement, CsrForm form,
                              AsmValues values) {
  bool isSwap = statement.mnemonic.find("rw") != std::string::npos;
  bool isWrite =
      form.written >= 0 && (isSwap || statement.mnemonic.starts_with("csrw") ||
                            !isNothing(operandAt(statement, form.written)));
  if (isWrite)
    return Error::AsmCsrWrite;
  if (!isCounter(operandAt(statement, form.csr), values))
    return Error::AsmCsrRead;
  return std::nullopt;
}

bool holdsRawBytes(StringRef directive) {
  constexpr StringRef names[] = {
      ".byte",    ".2byte",   ".4byte",  ".8byte",  ".half",   ".short",
      ".hword",   ".word",    ".long",   ".int",    ".quad",   ".dword",
      ".octa",    ".ascii",   ".asciz",  ".string", ".incbin", ".fill",
      ".float",   ".single",  ".double", ".space",  ".skip",   ".zero",
      ".uleb128", ".sleb128", ".base64"};
  return llvm::is_contained(names, directive) || directive.starts_with(".dc") ||
         directive.starts_with(".ds");
}

enum class Opcode { Standard, System, Custom };

Opcode classify(StringRef name, AsmValues values) {
  constexpr StringRef standardNames[] = {
      "LOAD",      "LOAD_FP", "MISC_MEM", "AUIPC", "STORE", "STORE_FP", "AMO",
      "OP",        "OP_IMM",  "LUI",      "OP_32", "OP_FP", "OP_V",     "OP_VE",
      "OP_IMM_32", "MADD",    "MSUB",     "NMADD", "NMSUB", "BRANCH",   "JAL",
      "JALR",      "C0",      "C1",       "C2"};
  constexpr int64_t systemOpcode = 0x73;
  constexpr int64_t customOpcodes[] = {0x0b, 0x2b, 0x5b, 0x7b};
  if (llvm::is_contained(standardNames, name))
    return Opcode::Standard;
  if (name == "SYSTEM")
    return Opcode::System;
  std::optional<int64_t> value = values(name);
  if (!value || llvm::is_contained(customOpcodes, *value))
    return Opcode::Custom;
  return *value == systemOpcode ? Opcode::System : Opcode::Standard;
}

/// ".insn r OPCODE, ..." has format and opcode in front of the first comma; without a format it is
/// a number.
std::optional<Error> judgeInsn(const AsmStatement &statement,
                               AsmValues values) {
  auto [format, opcode] = llvm::getToken(operandAt(statement, 0));
  opcode = opcode.trim();
  if (opcode.empty() || !llvm::isAlpha(format.front()))
    return Error::AsmRawCode;
  switch (classify(opcode, values)) {
  case Opcode::Standard:
    return std::nullopt;
  case Opcode::System:
    return Error::AsmPrivileged;
  case Opcode::Custom:
    break;
  }
  return Error::AsmCustomOpcode;
}

bool isTextSection(StringRef name, StringRef flags) {
  name = name.trim('"');
  if (flags.starts_with("\""))
    return flags.contains('x');
  return name == ".text" || name.starts_with(".text.") || name == ".init" ||
         name == ".fini";
}

} // namespace

void AsmSections::enter(bool isNowText) {
  wasText_ = isText_;
  isText_ = isNowText;
}

void AsmSections::follow(const AsmStatement &statement) {
  StringRef directive = statement.mnemonic;
  bool isNamed =
      isTextSection(operandAt(statement, 0), operandAt(statement, 1));
  if (directive == ".text") {
    enter(true);
  } else if (directive == ".data" || directive == ".bss" ||
             directive == ".rodata") {
    enter(false);
  } else if (directive == ".section") {
    enter(isNamed);
  } else if (directive == ".pushsection") {
    pushed_.emplace_back(isText_, wasText_);
    enter(isNamed);
  } else if (directive == ".popsection" && !pushed_.empty()) {
    std::tie(isText_, wasText_) = pushed_.back();
    pushed_.pop_back();
  } else if (directive == ".previous") {
    std::swap(isText_, wasText_);
  }
}

std::optional<Error> judgeAssembly(const AsmStatement &statement,
                                   const AsmSections &sections,
                                   AsmValues values) {
  StringRef mnemonic = statement.mnemonic;
  if (mnemonic == "ecall" || mnemonic == "scall")
    return Error::AsmSystemCall;
  if (isPrivileged(mnemonic))
    return Error::AsmPrivileged;
  if (std::optional<CsrForm> form = csrForm(mnemonic))
    return judgeCsr(statement, *form, values);
  if (isHiddenCsrAccess(mnemonic))
    return Error::AsmCsrRead;
  if (mnemonic == ".insn")
    return judgeInsn(statement, values);
  if (holdsRawBytes(mnemonic) && sections.isExecutable())
    return Error::AsmRawCode;
  return std::nullopt;
}

StringRef csrOf(const AsmStatement &statement) {
  std::optional<CsrForm> form = csrForm(statement.mnemonic);
  StringRef operand = form ? operandAt(statement, form->csr) : StringRef();
  return operand.empty() ? StringRef(statement.mnemonic) : operand;
}

} // namespace dpa::frontend
