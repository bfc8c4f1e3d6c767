// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two connected queue pairs on a wire, and short forms of requests.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_TRANSPORT_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_NIC_TRANSPORT_FIXTURE_H

#include "transport-end.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace dpa::test {

inline QueuePairAttributes usualAttributes() {
  QueuePairAttributes attributes;
  attributes.access =
      remoteAccess::write | remoteAccess::read | remoteAccess::atomic;
  attributes.pathMtu = 256;
  attributes.timeout = 7;
  attributes.retryCount = 3;
  attributes.rnrRetry = 7;
  attributes.minRnrTimer = 1;
  attributes.maxReads = 4;
  attributes.maxRemoteReads = 4;
  attributes.sendPsn = 100;
  attributes.receivePsn = 100;
  attributes.queueKey = 0x1234;
  return attributes;
}

struct Connection {
  explicit Connection(RoceTransport type = RoceTransport::Rc,
                      const QueuePairAttributes &attributes = usualAttributes(),
                      const QueuePairAttributes &others = usualAttributes())
      : one(type, 0x11, 1), other(type, 0x22, 2), wire(one, other, 1, {}) {
    one.connect(other, attributes);
    other.connect(one, others);
    for (size_t i = 0; i < one.memory.size(); ++i) {
      one.memory[i] = static_cast<std::byte>(i * 7 + i / 256);
      other.memory[i] = static_cast<std::byte>(i * 5 + i / 256 + 1);
    }
  }

  /// Posts at `one`: `size` bytes from `local` on.
  void post(const WorkRequest &request, uint64_t local, uint32_t size) {
    WorkRequest numbered = request;
    numbered.cookie = posted++;
    one.post(numbered, End::piece(local, size));
  }

  /// The packets sent by either end, as they are sent.
  void record() {
    wire.filter = [this](const FrameBytes &frame) {
      operations.push_back(operationOf(frame));
      return true;
    };
  }
  static RoceOperation operationOf(const FrameBytes &frame) {
    RoceFrameView view;
    return parseRoce(frame, view) == RoceParse::Ok ? view.packet.operation
                                                   : RoceOperation{0x1f};
  }
  size_t count(RoceOperation operation) const {
    return static_cast<size_t>(
        std::count(operations.begin(), operations.end(), operation));
  }
  /// Loses the packet `number` (from 0) of an operation.
  void lose(RoceOperation operation, size_t number) {
    wire.filter = [this, operation, number](const FrameBytes &frame) {
      const RoceOperation sent = operationOf(frame);
      operations.push_back(sent);
      return sent != operation || count(operation) != number + 1;
    };
  }

  TransportStatus status(size_t number) const {
    return number < one.sent.size() ? one.sent[number].status
                                    : TransportStatus{0xff};
  }

  End one;
  End other;
  Wire wire;
  uint64_t posted = 0;
  std::vector<RoceOperation> operations;
};

inline WorkRequest writeTo(uint64_t address, uint32_t key = remoteKey) {
  WorkRequest request;
  request.operation = SendOperation::Write;
  request.remoteAddress = address;
  request.remoteKey = key;
  return request;
}

inline WorkRequest readFrom(uint64_t address, uint32_t key = remoteKey) {
  WorkRequest request = writeTo(address, key);
  request.operation = SendOperation::Read;
  return request;
}

inline WorkRequest fetchAdd(uint64_t address, uint64_t value,
                            uint32_t key = remoteKey) {
  WorkRequest request = writeTo(address, key);
  request.operation = SendOperation::FetchAdd;
  request.swapOrAdd = value;
  return request;
}

inline WorkRequest compareSwap(uint64_t address, uint64_t compare,
                               uint64_t swap) {
  WorkRequest request = writeTo(address);
  request.operation = SendOperation::CompareSwap;
  request.compare = compare;
  request.swapOrAdd = swap;
  return request;
}

inline WorkRequest sending() {
  return {};
}

inline WorkRequest withImmediate(WorkRequest request, uint32_t value) {
  request.hasImmediate = true;
  request.immediate = value;
  return request;
}

/// The request itself is unreadable, as its environment reports it.
inline WorkRequest unreadable(TransportStatus status) {
  WorkRequest request;
  request.status = status;
  return request;
}

inline bool hasEvent(const End &end, QueuePairEvent event) {
  return std::count(end.events.begin(), end.events.end(), event) != 0;
}

inline bool sameBytes(const End &one, uint64_t at, const End &other,
                      uint64_t otherAt, size_t size) {
  return std::memcmp(&one.memory[at], &other.memory[otherAt], size) == 0;
}

inline uint64_t wordAt(const End &end, uint64_t address) {
  uint64_t value = 0;
  std::memcpy(&value, &end.memory[address], sizeof value);
  return value;
}

inline void setWord(End &end, uint64_t address, uint64_t value) {
  std::memcpy(&end.memory[address], &value, sizeof value);
}

} // namespace dpa::test

#endif
