// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DevX command and room for its answer, made of the choices of a fuzz input: any bytes, or a command that is valid
// but for some bytes.
#ifndef DPA_TEST_FUZZ_DEVX_COMMAND_H
#define DPA_TEST_FUZZ_DEVX_COMMAND_H

#include "emulator/verbs/devx-creation.h"
#include "test/fuzz/choices.h"

#include <array>
#include <vector>

namespace dpa::test {

namespace devx = verbs::devx;

/// Opcodes of commands, and some that do not exist.
inline constexpr std::array<uint16_t, 41> devxOpcodes = {
    0x100, 0x816, 0x900, 0x901, 0x912, 0x916, 0x917, 0x939, 0x93b, 0x001, 0x0,
    0x909, 0x90b, 0x502, 0x503, 0x504, 0x505, 0x506, 0x507, 0x50a, 0x50b, 0x50c,
    0x50e, 0x400, 0x402, 0x403, 0x500, 0x800, 0x904, 0x905, 0x907, 0x908, 0x90c,
    0x90f, 0x705, 0x200, 0x700, 0x702, 0x703, 0x707, 0x90d};

class DevxCommand {
public:
  /// Zeros with some bytes set, so that a few choices are a command.
  void read(Choices &input, bool beginsValid) {
    in.assign(size_t(input.next()) * 8, {});
    out.assign(size_t(input.next()) * 4, {});
    const uint16_t opcode = devxOpcodes[input.next() % devxOpcodes.size()];
    put(0, opcode >> 8);
    put(1, opcode);
    if (beginsValid)
      putQueue(static_cast<devx::Opcode>(opcode));
    for (unsigned count = input.next() % 32; count != 0; --count) {
      const unsigned place = input.next() + 256u * (input.next() % 4);
      put(place, input.next());
    }
  }

  std::vector<std::byte> in, out;

private:
  void putField(devx::Field field, uint64_t value) {
    if (in.size() * 8 >= size_t{field.offset} + field.bits)
      devx::set(in, field, value);
  }
  void putPlace(const devx::PlaceFields &fields) {
    putField(fields.valid.field, 1);
    putField(fields.umem.field, 1);
  }
  /// The fields that a queue has to have. Protection domain, TIS and UAR are 1.
  void putQueue(devx::Opcode opcode) {
    namespace cq = devx::cq;
    namespace qp = devx::qp;
    namespace wq = devx::wq;
    if (opcode == devx::Opcode::CreateCq) {
      putPlace(cq::ring);
      putPlace(cq::record);
      putField(cq::uar, 1);
      putField(cq::eventQueue, 1);
    } else if (opcode == devx::Opcode::CreateQp) {
      putPlace(qp::rings);
      putPlace(qp::record);
      putField(qp::uar, 1);
      putField(qp::domain, 1);
    } else if (opcode == devx::Opcode::CreateSrq) {
      putPlace(devx::srq::ring);
      putPlace(devx::srq::record);
      putField(devx::srq::domain, 1);
    } else if (opcode == devx::Opcode::CreateMkey) {
      putPlace(devx::mkey::memory);
      putField(devx::mkey::domain, 1);
      putField(devx::mkey::localRead, 1);
      putField(devx::mkey::accessMode, devx::mkey::translated);
      putField(devx::mkey::queuePair, devx::mkey::anyQueuePair);
      putField(devx::mkey::length, 64);
    } else if (opcode == devx::Opcode::CreateSq ||
               opcode == devx::Opcode::CreateRq ||
               opcode == devx::Opcode::CreateRmp) {
      putPlace(wq::ring);
      putPlace(wq::record);
      putField(wq::uar, 1);
      putField(wq::domain, 1);
      putWorkQueue(opcode);
    }
  }
  void putWorkQueue(devx::Opcode opcode) {
    putField(devx::wq::type, devx::wq::cyclic);
    if (opcode == devx::Opcode::CreateRq)
      putField(devx::rq::keepsVlan, 1);
    else if (opcode == devx::Opcode::CreateRmp)
      putField(devx::rmp::state, 1);
    else
      putField(devx::sq::tisCount, 1);
  }
  void put(size_t place, unsigned value) {
    if (place < in.size())
      in[place] = static_cast<std::byte>(value);
  }
};

} // namespace dpa::test

#endif
