// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions and what follows from them: look-up, the windows of the fast path,
// and which decoded code is current.
#include "emulator/cpu/address-space.h"

#include "emulator/cpu/hart-state.h"
#include "emulator/cpu/relax.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace dpa::cpu {
namespace {

constexpr uint64_t cellSize = 8; // of the widest access

uint64_t hostAddress(const Region &region) {
  return reinterpret_cast<uint64_t>(region.host);
}

bool isWellFormed(const Region &region) {
  const bool wraps = region.base + (region.size - 1) < region.base;
  const bool oneBacking = (region.host != nullptr) + (region.mmio != nullptr) +
                              (region.dynamic != nullptr) ==
                          1;
  const bool alignedAlike = region.host == nullptr ||
                            (hostAddress(region) - region.base) % cellSize == 0;
  return region.size != 0 && !wraps && oneBacking && alignedAlike;
}

bool overlap(uint64_t base, uint64_t size, uint64_t otherBase,
             uint64_t otherSize) {
  return base < otherBase ? otherBase - base < size
                          : base - otherBase < otherSize;
}

/// True if `next` goes on where `region` ends, in the guest and in the host.
bool continues(const Region &region, const Region &next) {
  return region.base + region.size == next.base &&
         hostAddress(region) + region.size == hostAddress(next);
}

struct Availability {
  bool isAvailable = false;
  std::string why;
};

std::atomic<const Availability *> answer{nullptr};

/// Asked once, or by several threads that come first: an answer does not change
/// while a program runs. Nobody waits, since in the child of a fork() the one
/// who asks may be missing. Never destroyed, since harts may run until the
/// program has ended.
const Availability &availability() {
  if (const Availability *known = answer.load(std::memory_order_acquire))
    return *known;
  auto asked = std::make_unique<Availability>();
  asked->isAvailable = jitIsAvailable(asked->why);
  const Availability *known = nullptr;
  if (!answer.compare_exchange_strong(known, asked.get(),
                                      std::memory_order_acq_rel))
    return *known;
  return *asked.release();
}

/// The longest run of neighbouring host regions that `wanted` accepts.
template <class Predicate>
Window longestRun(const std::vector<Region> &regions, Predicate wanted) {
  Window best;
  uint64_t bestSize = 0;
  for (size_t first = 0; first < regions.size();) {
    size_t last = first++;
    if (!wanted(regions[last]) || regions[last].base % cellSize != 0)
      continue;
    const Region &start = regions[last];
    while (first < regions.size() && wanted(regions[first]) &&
           continues(regions[last], regions[first]))
      last = first++;
    const uint64_t size = regions[last].base + regions[last].size - start.base;
    if (size > bestSize) {
      bestSize = size;
      best = Window(start.base, start.host, size);
    }
  }
  return best;
}

/// Firmware works in memory of its own far more often than in that of the code
/// it serves.
template <class Predicate>
Window ownRunOrLongest(const std::vector<Region> &regions, Privilege privilege,
                       Predicate wanted) {
  if (privilege == Privilege::Machine) {
    const Window own = longestRun(regions, [&](const Region &region) {
      const Permissions &user = region.user;
      return wanted(region) && !user.read && !user.write && !user.execute;
    });
    if (own.host != nullptr)
      return own;
  }
  return longestRun(regions, wanted);
}

} // namespace

AddressSpace::Impl::Impl(const EngineOptions &options)
    : options(options),
      translates(options.engine != Engine::Interpreter &&
                 options.observer == nullptr && availability().isAvailable),
      code_(std::make_shared<CodeCache>(*this, 0)) {
  if (!translates && options.engine == Engine::Jit)
    tellRefused(options.observer ? "memory accesses are observed"
                                 : availability().why);
}
AddressSpace::Impl::~Impl() = default;

bool AddressSpace::Impl::add(const Region &region) {
  if (!isWellFormed(region))
    return false;
  for (const Region &other : regions)
    if (overlap(region.base, region.size, other.base, other.size))
      return false;
  const auto place =
      std::find_if(regions.begin(), regions.end(),
                   [&](const Region &r) { return r.base > region.base; });
  regions.insert(place, region);
  makeWindows(Privilege::User);
  makeWindows(Privilege::Machine);
  return true;
}

/// Where accesses are observed all take the slow path, which tells.
void AddressSpace::Impl::makeWindows(Privilege privilege) {
  if (options.observer != nullptr && privilege == Privilege::User)
    return;
  readable[indexOf(privilege)] =
      ownRunOrLongest(regions, privilege, [=](const Region &region) {
        return region.host != nullptr && permissionsOf(region, privilege).read;
      });
  writable[indexOf(privilege)] =
      ownRunOrLongest(regions, privilege, [=](const Region &region) {
        return region.host != nullptr && permissionsOf(region, privilege).write;
      });
}

const Region *AddressSpace::Impl::find(uint64_t address) const {
  const auto after = std::upper_bound(
      regions.begin(), regions.end(), address,
      [](uint64_t value, const Region &region) { return value < region.base; });
  if (after == regions.begin())
    return nullptr;
  const Region &region = *std::prev(after);
  return address - region.base < region.size ? &region : nullptr;
}

bool AddressSpace::Impl::mayBeStoredTo(const Region &region) const {
  return std::any_of(regions.begin(), regions.end(), [&](const Region &other) {
    return other.host != nullptr && (other.user.write || other.machine.write) &&
           overlap(hostAddress(region), region.size, hostAddress(other),
                   other.size);
  });
}

std::shared_ptr<CodeCache> AddressSpace::Impl::currentCode() {
  const std::lock_guard lock(codeMutex_);
  return code_;
}

void AddressSpace::Impl::retireCode(const CodeCache &old) {
  {
    const std::lock_guard lock(codeMutex_);
    if (code_.get() != &old)
      return;
    const uint64_t next = old.generation() + 1;
    code_ = std::make_shared<CodeCache>(*this, next);
    generation_.store(next, std::memory_order_seq_cst);
  }
  const std::lock_guard lock(hartsMutex_);
  for (Hart::Impl *hart : harts_)
    hart->dropCodeIfIdle();
}

/// The list's lock is not held while waiting, since a hart that is waited for
/// may want it. In the child of a fork() the harts that ran are the parent's.
void AddressSpace::Impl::forgetTranslations() {
  const uint64_t round =
      forgetRounds.fetch_add(1, std::memory_order_seq_cst) + 1;
  for (unsigned looks = 0; forkCount() == forks; ++looks) {
    {
      const std::lock_guard lock(hartsMutex_);
      if (std::none_of(harts_.begin(), harts_.end(),
                       [&](const Hart::Impl *hart) {
                         return hart->translationUse.mayHoldFromBefore(round);
                       }))
        return;
    }
    constexpr unsigned patience = 64; // then somebody else needs the core
    if (looks < patience)
      relax();
    else
      std::this_thread::yield();
  }
}

void AddressSpace::Impl::tellRefused(const std::string &why) {
  if (options.engine == Engine::Jit && options.refused &&
      !hasToldRefused_.exchange(true, std::memory_order_relaxed))
    options.refused(why);
}

void AddressSpace::Impl::addHart(Hart::Impl &hart) {
  const std::lock_guard lock(hartsMutex_);
  harts_.push_back(&hart);
}

void AddressSpace::Impl::removeHart(Hart::Impl &hart) {
  const std::lock_guard lock(hartsMutex_);
  std::erase(harts_, &hart);
}

void AddressSpace::Impl::codeChanged(uint64_t address, uint64_t size) {
  const std::shared_ptr<CodeCache> code = currentCode();
  if (code->hasDecoded(address, size))
    retireCode(*code);
}

AddressSpace::AddressSpace(const EngineOptions &options)
    : theImpl_(std::make_unique<Impl>(options)) {}
AddressSpace::~AddressSpace() = default;

Engine AddressSpace::engine() const {
  return theImpl_->translates ? Engine::Jit : Engine::Interpreter;
}

bool AddressSpace::add(const Region &region) {
  return theImpl_->add(region);
}

void AddressSpace::forgetTranslations() {
  theImpl_->forgetTranslations();
}

void AddressSpace::codeChanged(uint64_t address, uint64_t size) {
  theImpl_->codeChanged(address, size);
}

} // namespace dpa::cpu
