// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of the network card to memory of a process, for the memory-model check:
// the card's parts report them before they make them, if the process is checked.
#ifndef DPA_EMULATOR_INTERFACE_CARD_ACCESS_H
#define DPA_EMULATOR_INTERFACE_CARD_ACCESS_H

#include "base/bytes.h"

#include <cstddef>
#include <cstdint>

namespace dpa {

/// What the card accesses memory as.
enum class CardObject : uint8_t {
  SendEntry,
  ReceiveEntry,
  CompletionEntry,
  Data,       ///< of an entry of the process
  RemoteData, ///< of a request of the other end of a connection
};

/// Called on any thread; neither calls the card nor waits for it.
class CardObserver {
public:
  virtual ~CardObserver() = default;

  /// `memory` is the host's view.
  virtual void cardReads(const std::byte *memory, size_t size,
                         CardObject what) noexcept = 0;
  virtual void cardWrites(const std::byte *memory, size_t size,
                          CardObject what) noexcept = 0;
  /// After cardWrites(), for process memory whose key permits writes in any order. True: this
  /// object has taken the write of `source`, which becomes visible before the card's next
  /// completion. `address`: of `memory` in the process.
  virtual bool reordersWrite(uint64_t /*address*/, std::byte * /*memory*/,
                             ByteView /*source*/) noexcept {
    return false;
  }
};

} // namespace dpa

#endif
