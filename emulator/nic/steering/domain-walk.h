// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a frame through the tables of one domain: in each table, the first
// matcher with a rule for the frame decides. Allocates nothing; a frame visits a
// bounded number of tables.
#ifndef DPA_EMULATOR_NIC_STEERING_DOMAIN_WALK_H
#define DPA_EMULATOR_NIC_STEERING_DOMAIN_WALK_H

#include "emulator/nic/steering/objects.h"
#include "emulator/nic/steering/route.h"

namespace dpa {

class DomainWalk {
public:
  /// Tables that one frame visits, and those of them that it still has to visit.
  static constexpr unsigned tableMax = 128;
  static constexpr size_t pendingMax = 64;

  /// `counts`: whether counters of rules count the frame.
  DomainWalk(const MatchImage &image, uint32_t frameSize, bool counts)
      : image_(image), frameSize_(frameSize), counts_(counts) {}

  void start(const MatcherList &root) noexcept;

  /// Receive queues are added to `route`.
  void addQueues(Route &route) noexcept;
  bool hasMissed() const { return hasMissed_; }
  /// Whether rules on the way have counters.
  bool hasCounters() const { return hasCounters_; }
  /// Whether a TIR has chosen a queue by the hash of the frame.
  bool isSpread() const { return isSpread_; }
  /// Numbers of ports; 0: that of the sender.
  std::span<const uint32_t> uplinks() const {
    return std::span(uplinks_).first(uplinkCount_);
  }
  /// Numbers of vports; 0: the function.
  std::span<const uint32_t> vports() const {
    return std::span(vports_).first(vportCount_);
  }
  /// By a bound: destinations are missing.
  bool isCut() const { return isCut_; }

private:
  void visit(const MatcherList &matchers) noexcept;
  void follow(const Rule &rule) noexcept;
  void follow(const Target &target) noexcept;
  template <size_t size>
  void add(std::array<uint32_t, size> &list, size_t &count,
           uint32_t number) noexcept;

  const MatchImage &image_;
  const uint32_t frameSize_;
  const bool counts_;
  std::array<const Table *, pendingMax> pending_;
  size_t pendingSize_ = 0;
  std::array<uint32_t, Route::destinationMax> queues_;
  size_t queueCount_ = 0;
  std::array<uint32_t, Route::destinationMax> uplinks_;
  size_t uplinkCount_ = 0;
  std::array<uint32_t, Route::destinationMax> vports_;
  size_t vportCount_ = 0;
  bool hasMissed_ = false;
  bool hasCounters_ = false;
  bool isSpread_ = false;
  bool isCut_ = false;
};

} // namespace dpa

#endif
