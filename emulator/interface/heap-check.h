// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of a process's use of its memory (DPA_CHECK=heap): what the host library
// says of the heap, and what the check finds. Addresses only; the host library adds
// symbols, source lines and places of the host program.
#ifndef DPA_EMULATOR_INTERFACE_HEAP_CHECK_H
#define DPA_EMULATOR_INTERFACE_HEAP_CHECK_H

#include "emulator/interface/card-access.h"
#include "emulator/interface/device.h"

#include <string>
#include <vector>

namespace dpa {

/// Set in the number of a block that device code has allocated by malloc().
inline constexpr uint64_t deviceBlock = uint64_t{1} << 30;

/// A buffer on the device heap, or a block of malloc() of device code.
struct HeapBlock {
  uint64_t address = 0;
  uint64_t size = 0;   ///< as asked for
  uint64_t number = 0; ///< counts the allocations of the heap from 1 on
  /// Code of the host program that has allocated and freed it; null: not known,
  /// or not freed.
  const void *allocatedBy = nullptr;
  const void *freedBy = nullptr;
  bool isFreed = false;
  /// Of a block of malloc(): the device code that allocated and freed it, as text.
  std::string allocatedAt = {};
  std::string freedAt = {};
  uint64_t base = 0; ///< address that the allocator returned for it

  bool isOfDevice() const { return (number & deviceBlock) != 0; }
};

struct HeapViolation {
  enum class Kind : uint8_t {
    Read,  ///< of memory that is not addressable
    Write, ///< likewise
    UndefinedBranch,
    UndefinedAddress,
    UndefinedJump,
    UndefinedDevice, ///< a value is stored to a device
    Free,      ///< by device code, of an address that is not a block in use
    CardRead,  ///< by the network card, of memory that is not addressable
    CardWrite, ///< likewise
    CardReadsUndefined,
    HostFree, ///< by the host program, of an address that is not its buffer
  } kind = Kind::Read;

  /// Where the memory of an access is.
  enum class Place : uint8_t {
    Unknown,
    InFreedBlock,      ///< `block`
    AfterBlock,        ///< likewise, by `distance` bytes
    BeforeBlock,       ///< likewise
    HeapWithoutBlock,  ///< on the heap
    BelowStackPointer, ///< in the stack of `thread`, where nothing is in use
    BelowStack,        ///< of `thread`, by `distance` bytes
    AboveStack,        ///< likewise
    AfterData,         ///< of the image, by `distance` bytes
  } place = Place::Unknown;

  /// Where an undefined value has been created.
  enum class Origin : uint8_t {
    Unknown,
    Stack,
    Block
  } origin = Origin::Unknown;

  /// The state of the thread at the instruction; empty in accesses of the card.
  Crash at;
  CardObject card = CardObject::Data; ///< of accesses of the card
  uint64_t start = 0;                 ///< likewise: of their first byte
  uint64_t address = 0; ///< of the access, or the byte that is meant
  unsigned bytes = 0;
  uint64_t distance = 0;
  uint32_t thread = 0;            ///< of the stack
  std::optional<HeapBlock> block; ///< of `place` or `origin`
  uint64_t frame = 0;           ///< of Origin::Stack: the instruction that has
                                ///< made the frame
  const void *caller = nullptr; ///< of HostFree: code of the host program
};

/// Receives the allocations of a checked process. Thread safe.
class HeapChecker {
public:
  virtual ~HeapChecker() = default;

  /// A block for the program, whose contents are undefined, or for the library
  /// itself (`isDefined`).
  virtual void allocated(const HeapBlock &block, bool isDefined) = 0;
  /// Its memory is not used again until recycled().
  virtual void freed(uint64_t address, const void *freedBy) = 0;
  virtual void recycled(uint64_t address) = 0;
  /// The program has tried to free `address`, which is not that of a buffer in use.
  virtual void invalidFree(uint64_t address, const void *caller) = 0;

  /// Blocks of malloc() of device code that were not freed.
  virtual std::vector<HeapBlock> deviceBlocks() const = 0;

  /// Violations so far, also those at places that were reported before.
  virtual uint64_t violations() const = 0;
};

} // namespace dpa

#endif
