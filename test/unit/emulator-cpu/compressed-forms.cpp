// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/emulator-cpu/compressed-forms.h"

#include "test/conformance/Inputs/encode.h"

#include <sstream>

namespace test {
namespace {

using namespace conformance;

/// The fields of a format. Immediates are zero-extended; `top` is their highest bit.
struct Fields {
  unsigned rd = 0;
  unsigned rs1 = 0;
  unsigned rs2 = 0;
  int imm = 0;
  unsigned top = 0;

  int signedImm() const {
    return (imm >> top & 1) != 0 ? imm - (2 << top) : imm;
  }
};

enum Rule : unsigned {
  Any,
  NoZeroRd = 1,
  NoZeroImm = 2,
  NoZeroRs1 = 4,
  NoZeroRs2 = 8,
  NoStackRd = 16
};

struct Form {
  const char *name;
  /// From bit 15 down: binary digits, registers (' for the eight of the short field), imm[bits].
  const char *drawing;
  unsigned reserved; ///< which codes of this form are reserved
  uint32_t (*expansion)(const Fields &f);
};

constexpr unsigned link = 1;
constexpr unsigned stack = 2;
constexpr uint32_t lwBits = 0x2003, ldBits = 0x3003, swBits = 0x2023,
                   addiwBits = 0x1b, slliBits = 0x1013, srliBits = 0x5013,
                   sraiBits = 0x40005013, andiBits = 0x7013,
                   subBits = 0x40000033, xorBits = 0x4033, orBits = 0x6033,
                   andBits = 0x7033, subwBits = 0x4000003b, addwBits = 0x3b,
                   addBits = 0x33, beqBits = 0x63, bneBits = 0x1063,
                   ebreakBits = 0x00100073;

#define EXPANSION(expression)                                                  \
  [](const Fields &f) -> uint32_t {                                            \
    (void)f;                                                                   \
    return expression;                                                         \
  }

// clang-format off
const Form forms[] = {
  {"c.addi4spn", "000 imm[5:4|9:6|2|3] rd' 00", NoZeroImm, EXPANSION(immediateForm(addi, f.rd, stack, f.imm))},
  {"c.lw", "010 imm[5:3] rs1' imm[2|6] rd' 00", Any, EXPANSION(immediateForm(lwBits, f.rd, f.rs1, f.imm))},
  {"c.ld", "011 imm[5:3] rs1' imm[7:6] rd' 00", Any, EXPANSION(immediateForm(ldBits, f.rd, f.rs1, f.imm))},
  {"c.sw", "110 imm[5:3] rs1' imm[2|6] rs2' 00", Any, EXPANSION(storeForm(swBits, f.rs1, f.rs2, f.imm))},
  {"c.sd", "111 imm[5:3] rs1' imm[7:6] rs2' 00", Any, EXPANSION(storeForm(sd, f.rs1, f.rs2, f.imm))},
  {"c.addi", "000 imm[5] rd imm[4:0] 01", Any, EXPANSION(immediateForm(addi, f.rd, f.rd, f.signedImm()))},
  {"c.addiw", "001 imm[5] rd imm[4:0] 01", NoZeroRd, EXPANSION(immediateForm(addiwBits, f.rd, f.rd, f.signedImm()))},
  {"c.li", "010 imm[5] rd imm[4:0] 01", Any, EXPANSION(immediateForm(addi, f.rd, 0, f.signedImm()))},
  {"c.addi16sp", "011 imm[9] 00010 imm[4|6|8:7|5] 01", NoZeroImm,
   EXPANSION(immediateForm(addi, stack, stack, f.signedImm()))},
  {"c.lui", "011 imm[17] rd imm[16:12] 01", NoZeroImm | NoStackRd,
   EXPANSION(lui | f.rd << 7 | (uint32_t(f.signedImm()) & 0xfffff000))},
  {"c.srli", "100 imm[5] 00 rd' imm[4:0] 01", Any, EXPANSION(immediateForm(srliBits, f.rd, f.rd, 0) | uint32_t(f.imm) << 20)},
  {"c.srai", "100 imm[5] 01 rd' imm[4:0] 01", Any, EXPANSION(immediateForm(sraiBits, f.rd, f.rd, 0) | uint32_t(f.imm) << 20)},
  {"c.andi", "100 imm[5] 10 rd' imm[4:0] 01", Any, EXPANSION(immediateForm(andiBits, f.rd, f.rd, f.signedImm()))},
  {"c.sub", "100 0 11 rd' 00 rs2' 01", Any, EXPANSION(registerForm(subBits, f.rd, f.rd, f.rs2))},
  {"c.xor", "100 0 11 rd' 01 rs2' 01", Any, EXPANSION(registerForm(xorBits, f.rd, f.rd, f.rs2))},
  {"c.or", "100 0 11 rd' 10 rs2' 01", Any, EXPANSION(registerForm(orBits, f.rd, f.rd, f.rs2))},
  {"c.and", "100 0 11 rd' 11 rs2' 01", Any, EXPANSION(registerForm(andBits, f.rd, f.rd, f.rs2))},
  {"c.subw", "100 1 11 rd' 00 rs2' 01", Any, EXPANSION(registerForm(subwBits, f.rd, f.rd, f.rs2))},
  {"c.addw", "100 1 11 rd' 01 rs2' 01", Any, EXPANSION(registerForm(addwBits, f.rd, f.rd, f.rs2))},
  {"c.j", "101 imm[11|4|9:8|10|6|7|3:1|5] 01", Any, EXPANSION(jal | jumpOffset(f.signedImm()))},
  {"c.beqz", "110 imm[8|4:3] rs1' imm[7:6|2:1|5] 01", Any,
   EXPANSION(registerForm(beqBits, 0, f.rs1, 0) | branchOffset(f.signedImm()))},
  {"c.bnez", "111 imm[8|4:3] rs1' imm[7:6|2:1|5] 01", Any,
   EXPANSION(registerForm(bneBits, 0, f.rs1, 0) | branchOffset(f.signedImm()))},
  {"c.slli", "000 imm[5] rd imm[4:0] 10", Any, EXPANSION(immediateForm(slliBits, f.rd, f.rd, 0) | uint32_t(f.imm) << 20)},
  {"c.lwsp", "010 imm[5] rd imm[4:2|7:6] 10", NoZeroRd, EXPANSION(immediateForm(lwBits, f.rd, stack, f.imm))},
  {"c.ldsp", "011 imm[5] rd imm[4:3|8:6] 10", NoZeroRd, EXPANSION(immediateForm(ldBits, f.rd, stack, f.imm))},
  {"c.jr", "100 0 rs1 00000 10", NoZeroRs1, EXPANSION(immediateForm(jalr, 0, f.rs1, 0))},
  {"c.mv", "100 0 rd rs2 10", NoZeroRs2, EXPANSION(registerForm(addBits, f.rd, 0, f.rs2))},
  {"c.ebreak", "100 1 00000 00000 10", Any, EXPANSION(ebreakBits)},
  {"c.jalr", "100 1 rs1 00000 10", NoZeroRs1, EXPANSION(immediateForm(jalr, link, f.rs1, 0))},
  {"c.add", "100 1 rd rs2 10", NoZeroRs2, EXPANSION(registerForm(addBits, f.rd, f.rd, f.rs2))},
  {"c.swsp", "110 imm[5:2|7:6] rs2 10", Any, EXPANSION(storeForm(swBits, stack, f.rs2, f.imm))},
  {"c.sdsp", "111 imm[5:3|8:6] rs2 10", Any, EXPANSION(storeForm(sd, stack, f.rs2, f.imm))},
};
// clang-format on

/// Extracts the fields of a format from a code, from the top bit down.
class Reader {
public:
  explicit Reader(uint16_t bits) : Bits(bits) {}

  /// False if the code is not of this form.
  bool read(const std::string &token, Fields &fields) {
    if (token[0] == '0' || token[0] == '1')
      return take(static_cast<unsigned>(token.size())) ==
             std::stoul(token, nullptr, 2);
    if (token.starts_with("imm["))
      return readImmediate(token.substr(4, token.size() - 5), fields);
    const bool isShort = token.back() == '\'';
    const unsigned reg = isShort ? 8 + take(3) : take(5);
    (token.starts_with("rd")    ? fields.rd
     : token.starts_with("rs1") ? fields.rs1
                                : fields.rs2) = reg;
    return true;
  }

private:
  unsigned take(unsigned count) {
    Left -= count;
    return Bits >> Left & ((1U << count) - 1);
  }

  bool readImmediate(const std::string &list, Fields &fields) {
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, '|');) {
      const size_t colon = part.find(':');
      const auto high = static_cast<unsigned>(std::stoul(part));
      const auto low =
          colon == std::string::npos
              ? high
              : static_cast<unsigned>(std::stoul(part.substr(colon + 1)));
      fields.imm |= static_cast<int>(take(high - low + 1) << low);
      fields.top = std::max(fields.top, high);
    }
    return true;
  }

  unsigned Bits;
  unsigned Left = 16;
};

bool matches(const Form &form, uint16_t bits, Fields &fields) {
  Reader reader(bits);
  std::istringstream tokens(form.drawing);
  for (std::string token; tokens >> token;)
    if (!reader.read(token, fields))
      return false;
  const unsigned rules = form.reserved;
  return !((rules & NoZeroRd) != 0 && fields.rd == 0) &&
         !((rules & NoZeroImm) != 0 && fields.imm == 0) &&
         !((rules & NoZeroRs1) != 0 && fields.rs1 == 0) &&
         !((rules & NoZeroRs2) != 0 && fields.rs2 == 0) &&
         !((rules & NoStackRd) != 0 && fields.rd == stack);
}

} // namespace

std::optional<Expansion> expansionOf(uint16_t bits) {
  for (const Form &form : forms) {
    Fields fields;
    if (matches(form, bits, fields))
      return Expansion{form.name, form.expansion(fields)};
  }
  return std::nullopt;
}

} // namespace test
