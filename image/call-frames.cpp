// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One frame after the other: libdw says where a function keeps the registers of
// its caller (image/call-frames.h).
#include "image/call-frames.h"

#include "image/dwarf-places.h"
#include "image/elf-file.h"
#include "image/frame-data-check.h"

#include <cstdlib>
#include <dwarf.h>

namespace dpa::image {
namespace {

struct FreeFrame {
  void operator()(Dwarf_Frame *frame) const { std::free(frame); }
};
using FrameHandle = std::unique_ptr<Dwarf_Frame, FreeFrame>;

constexpr unsigned returnAddress = 1;
constexpr unsigned stackPointer = 2;
constexpr unsigned registerCount = 32;
/// More than fit into a stack of 8 KiB.
constexpr size_t callersMax = 1024;

/// The functions that a thread is in, from the innermost to the outermost.
class Frames {
public:
  Frames(Dwarf_CFI *data, const ThreadState &thread)
      : data_(data), x_(thread.x), at_(thread.pc),
        stackAddress_(thread.x[stackPointer]), stack_(thread.stack) {}

  /// Continues with the caller; false: it is not known.
  bool next();
  uint64_t pc() const { return x_[returnAddress]; }

private:
  FrameHandle frame() const;
  std::optional<uint64_t> evaluate(const Dwarf_Op *operations, size_t count,
                                   uint64_t frameAddress) const;
  std::optional<uint64_t> saved(Dwarf_Frame *frame, unsigned number,
                                uint64_t frameAddress, bool &isSaved) const;

  Dwarf_CFI *const data_;
  std::array<uint64_t, 32> x_;
  uint64_t at_;               ///< an instruction of the current function
  uint64_t frameAddress_ = 0; ///< of the function before
  bool isInnermost_ = true;
  const uint64_t stackAddress_;
  const ByteView stack_;
};

FrameHandle Frames::frame() const {
  Dwarf_Frame *frame = nullptr;
  return FrameHandle(dwarf_cfi_addrframe(data_, at_, &frame) == 0 ? frame
                                                                  : nullptr);
}

/// The register that has the value, if it is not in memory.
std::optional<uint64_t> registerOf(const Dwarf_Op *operations, size_t count) {
  if (count != 1)
    return std::nullopt;
  const Dwarf_Op &operation = *operations;
  if (operation.atom == DW_OP_regx && operation.number < registerCount)
    return operation.number;
  if (operation.atom >= DW_OP_reg0 && operation.atom <= DW_OP_reg31)
    return operation.atom - DW_OP_reg0;
  return std::nullopt;
}

/// The address that operations of the kind that compilers use for registers
/// stand for.
std::optional<uint64_t> Frames::evaluate(const Dwarf_Op *operations,
                                         size_t count,
                                         uint64_t frameAddress) const {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    const Dwarf_Op &operation = operations[i];
    if (operation.atom == DW_OP_bregx && operation.number < x_.size())
      value = x_[operation.number] + operation.number2;
    else if (operation.atom >= DW_OP_breg0 && operation.atom <= DW_OP_breg31)
      value = x_[operation.atom - DW_OP_breg0] + operation.number;
    else if (operation.atom == DW_OP_call_frame_cfa)
      value = frameAddress;
    else if (operation.atom == DW_OP_plus_uconst)
      value += operation.number;
    else
      return std::nullopt;
  }
  return value;
}

/// The caller's value of a register; nothing if it cannot be read.
std::optional<uint64_t> Frames::saved(Dwarf_Frame *frame, unsigned number,
                                      uint64_t frameAddress,
                                      bool &isSaved) const {
  Dwarf_Op room[3];
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  if (dwarf_frame_register(frame, static_cast<int>(number), room, &operations,
                           &count) != 0)
    return std::nullopt;
  isSaved = count != 0;
  if (!isSaved)
    return x_[number];
  if (const auto other = registerOf(operations, count))
    return x_[*other];
  const auto address = evaluate(operations, count, frameAddress);
  if (!address || *address < stackAddress_)
    return std::nullopt;
  return readU64(stack_, *address - stackAddress_);
}

bool Frames::next() {
  const FrameHandle current = frame();
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  if (!current || dwarf_frame_cfa(current.get(), &operations, &count) != 0)
    return false;
  const auto address = evaluate(operations, count, 0);
  if (!address || (!isInnermost_ && *address <= frameAddress_))
    return false;
  auto caller = x_;
  for (unsigned number = 1; number < x_.size(); ++number) {
    if (number == stackPointer)
      continue; // what it was is the address of the frame
    bool isSaved = false;
    const auto value = saved(current.get(), number, *address, isSaved);
    // Only the innermost function may have it in its register.
    if (!value || (number == returnAddress && !isSaved && !isInnermost_))
      return false;
    caller[number] = *value;
  }
  caller[stackPointer] = *address;
  x_ = caller;
  at_ = x_[returnAddress] - 1; // the call, not what follows it
  frameAddress_ = *address;
  isInnermost_ = false;
  return true;
}

bool hasPlainFrameData(ByteView image) {
  const Result<ElfFile> elf = readElf(image);
  const ElfSection *frames = elf ? elf->section(".debug_frame") : nullptr;
  return frames && (frames->flags & SHF_COMPRESSED) == 0 &&
         isPlainFrameData(frames->bytes);
}

} // namespace

Dwarf_CFI *frameDataOf(ByteView image, Dwarf *dwarf) {
  return hasPlainFrameData(image) ? dwarf_getcfi(dwarf) : nullptr;
}

std::vector<uint64_t> callersIn(Dwarf_CFI *data, const ThreadState &thread) {
  std::vector<uint64_t> callers;
  if (!data)
    return callers;
  Frames frames(data, thread);
  while (callers.size() < callersMax && frames.next())
    callers.push_back(frames.pc());
  return callers;
}

std::vector<uint64_t> findCallers(ByteView image, const ThreadState &thread) {
  const DwarfHandle dwarf(image);
  return callersIn(frameDataOf(image, dwarf.get()), thread);
}

} // namespace dpa::image
