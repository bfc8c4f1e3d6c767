// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routes that a thread has found, by what decides them. Only routes that depend on
// nothing but MAC addresses and the origin of a frame, have one destination and no counter.
// Each change of rules has a number of its own, which is part of the key, so that old
// routes are never found. Entries replace each other; the cache has a fixed size.
#ifndef DPA_EMULATOR_NIC_STEERING_ROUTE_CACHE_H
#define DPA_EMULATOR_NIC_STEERING_ROUTE_CACHE_H

#include "base/fast-thread-local.h"
#include "emulator/nic/steering/match-image.h"
#include "emulator/nic/steering/route.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace dpa {

/// The bits of MAC addresses that rules match.
struct MacMask {
  uint64_t source = 0;
  uint64_t destination = 0;
};

inline MacMask macMaskOf(const MatchImage &mask) {
  using Field = MatchField;
  constexpr unsigned lowBits = 16;
  return {.source = uint64_t(mask.get<Field::SourceMacHigh>()) << lowBits |
                    mask.get<Field::SourceMacLow>(),
          .destination = uint64_t(mask.get<Field::DestinationMacHigh>())
                             << lowBits |
                         mask.get<Field::DestinationMacLow>()};
}

/// Whether a RouteKey has all fields of the mask.
inline bool isInRouteKey(const MatchImage &mask) {
  using Field = MatchField;
  constexpr uint32_t all = UINT32_MAX;
  MatchImage known;
  known.set<Field::SourceMacHigh>(all);
  known.set<Field::SourceMacLow>(all);
  known.set<Field::DestinationMacHigh>(all);
  known.set<Field::DestinationMacLow>(all);
  known.set<Field::SourceVhcaPort>(all);
  known.set<Field::SendQueue>(all);
  known.set<Field::SourcePort>(all);
  MatchImage with = known;
  with.add(mask);
  return with == known;
}

/// Which routes the present rules permit to be kept. Changed by one thread at a time,
/// read by any.
class RouteVersion {
public:
  struct Snapshot {
    uint64_t number = 0; ///< 0: no route may be kept
    MacMask mask;
  };

  /// From now on, rules change.
  void begin() { number_.store(0); }
  /// The rules match these bits; `isMac`: and nothing else.
  void end(const MacMask &mask, bool isMac) {
    static std::atomic<uint64_t> last = 0; // of all cards
    source_.store(mask.source, std::memory_order_release);
    destination_.store(mask.destination, std::memory_order_release);
    number_.store(isMac ? ++last : 0, std::memory_order_release);
  }
  /// A mask and its number; number 0 during a change.
  Snapshot get() const {
    const Snapshot got{number_.load(std::memory_order_acquire),
                       {source_.load(std::memory_order_acquire),
                        destination_.load(std::memory_order_acquire)}};
    return number_.load(std::memory_order_relaxed) == got.number ? got
                                                                 : Snapshot();
  }

private:
  std::atomic<uint64_t> number_ = 0;
  std::atomic<uint64_t> source_ = 0;
  std::atomic<uint64_t> destination_ = 0;
};

/// What decides the route.
struct RouteKey {
  uint64_t version = 0; ///< of RouteVersion; never 0 for routes that are kept
  uint64_t source = 0;  ///< the bits of the mask
  uint64_t destination = 0;
  uint32_t vport = 0; ///< from which the frame comes
  uint32_t sendQueue = 0;
  uint16_t port = 0;
  bool isTransport = false;

  bool operator==(const RouteKey &) const = default;
  /// A number of `bits` bits. The factors of the addresses are chosen so that keys that differ
  /// in one byte of an address, as those of many flows do, have different numbers of 9 bits,
  /// or nearly all have.
  size_t hash(unsigned bits) const {
    constexpr unsigned wordBits = 64;
    constexpr uint64_t ofSource = 0xb1dbd9f06d472b19;
    constexpr uint64_t ofDestination = 0xa29e835c0e448011;
    constexpr uint64_t ofOrigin = 0x9e3779b97f4a7c15;
    const uint64_t origin = uint64_t(sendQueue) << 33 ^ uint64_t(vport) << 17 ^
                            uint64_t(port) << 1 ^ uint64_t(isTransport);
    return (source * ofSource ^ destination * ofDestination ^
            origin * ofOrigin) >>
           (wordBits - bits);
  }
};

/// Of one thread. Its entries are allocated when the first route is kept; without memory, or after the destructors of the
/// thread's variables have run, none is. Needs no destructor, so that it may be used while the program ends.
class RouteCache {
public:
  static RouteCache &ofThread() {
    DPA_FAST_THREAD_LOCAL RouteCache cache;
    return cache;
  }

  /// Null: not known.
  const Destination *find(const RouteKey &key) const {
    if (!entries_ || key.version == 0)
      return nullptr;
    const Entry &entry = (*entries_)[indexOf(key)];
    return entry.key == key ? &entry.destination : nullptr;
  }
  void keep(const RouteKey &key, const Destination &destination) {
    if (key.version == 0)
      return;
    if (!entries_ && !isThreadEnding_)
      allocate();
    if (entries_)
      (*entries_)[indexOf(key)] = {key, destination};
  }

private:
  static constexpr unsigned logEntryCount = 9; ///< of each half
  struct Entry {
    RouteKey key;
    Destination destination{};
  };
  using Entries = std::array<Entry, size_t(2) << logEntryCount>;
  /// Routes of sent frames have a half of their own, so that they do not replace those of the
  /// received frames to which they answer.
  static size_t indexOf(const RouteKey &key) {
    return key.hash(logEntryCount) | size_t(key.sendQueue != 0)
                                         << logEntryCount;
  }

  struct Owner {
    RouteCache &cache;
    explicit Owner(RouteCache &of) : cache(of) {}
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    ~Owner() {
      delete cache.entries_;
      cache.entries_ = nullptr;
      cache.isThreadEnding_ = true;
    }
  };
  void allocate() {
    DPA_FAST_THREAD_LOCAL Owner owner(*this);
    entries_ = new (std::nothrow) Entries;
  }

  Entries *entries_ = nullptr; ///< of `Owner`
  bool isThreadEnding_ = false;
};

} // namespace dpa

#endif
