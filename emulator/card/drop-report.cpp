// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines about dropped frames: one for each port, one for the card behind them.
#include "emulator/card/drop-report.h"

#include "base/fork-generation.h"
#include "base/log-line.h"

#include <map>
#include <span>

namespace dpa {
namespace {

struct Reason {
  uint64_t count = 0;
  const char *text = "";
};

const char *textOf(FrameDrop drop) {
  switch (drop) {
  case FrameDrop::TooShort:
    return "too short";
  case FrameDrop::TooLong:
    return "too long for the MTU";
  case FrameDrop::Incomplete:
    return "incomplete in the input file";
  case FrameDrop::LinkDown:
    return "link down";
  case FrameDrop::Lost:
    return "by the option loss";
  case FrameDrop::NoRoom:
    return "no room at the other end";
  case FrameDrop::Foreign:
    return "from an address that is not a peer";
  }
  return "";
}

/// "name: dropped 3 frames: 2 too short, 1 link down".
void print(const std::string &name, std::span<const Reason> reasons) {
  uint64_t all = 0;
  std::string text;
  for (const Reason &each : reasons) {
    if (each.count == 0)
      continue;
    all += each.count;
    text += (text.empty() ? "" : ", ") + std::to_string(each.count) + " " +
            each.text;
  }
  if (all != 0)
    printLine("dpa-emulator", "info", "%s: dropped %llu frame%s: %s",
              name.c_str(), static_cast<unsigned long long>(all),
              all == 1 ? "" : "s", text.c_str());
}

void reportPort(const std::string &name, const CardPort &port) {
  std::array<Reason, frameDropCount + 3> reasons;
  const auto counters = port.counters();
  for (size_t i = 0; i < frameDropCount; ++i) {
    const auto drop = static_cast<FrameDrop>(i);
    reasons[i] = {counters->drops(drop), textOf(drop)};
  }
  const RoceDrops roce = port.roce().drops();
  reasons[frameDropCount] = {roce.badIcrc, "RoCE with a wrong ICRC"};
  reasons[frameDropCount + 1] = {roce.malformed, "malformed RoCE"};
  reasons[frameDropCount + 2] = {roce.noQueuePair,
                                 "RoCE for a queue pair that does not exist"};
  print(name, reasons);
}

void report(const std::string &name, const NetworkCard &card) {
  for (uint32_t number = 1; number <= card.portCount(); ++number)
    reportPort(name + "/" + std::to_string(number), card.port(number));
  const SteeringDrops steering = card.steering().drops();
  const std::array reasons = {
      Reason{steering.missed, "without a receive rule"},
      Reason{steering.byRules, "by rules"},
      Reason{steering.byBounds, "with too many tables or destinations"},
      Reason{card.circledDrops(), "circling between loopback ports"},
      Reason{card.receiveDrops(), "without a receive buffer"},
      Reason{card.vportDrops(), "for a vport whose device is not open"}};
  print(name, reasons);
}

struct Cards {
  std::mutex lock; ///< of what follows; held during a report
  std::map<const NetworkCard *, std::string> names;
};

void reportOnce(const NetworkCard &card) noexcept try {
  auto &cards = perProgram<Cards>();
  std::lock_guard guard(cards.lock);
  if (auto found = cards.names.extract(&card))
    report(found.mapped(), card);
} catch (const std::bad_alloc &) {
  printLine("dpa-emulator", "info", "out of memory: drops are not reported");
}

/// At a regular end of the program. Units and links may still run.
[[gnu::destructor]] void reportAll() noexcept try {
  auto &cards = perProgram<Cards>();
  std::lock_guard guard(cards.lock);
  for (const auto &[card, name] : cards.names)
    report(name, *card);
  cards.names.clear();
} catch (const std::bad_alloc &) {
  printLine("dpa-emulator", "info", "out of memory: drops are not reported");
}

} // namespace

std::shared_ptr<NetworkCard> reportDropsOf(std::unique_ptr<NetworkCard> card,
                                           const std::string &name) {
  auto &cards = perProgram<Cards>();
  std::lock_guard guard(cards.lock);
  cards.names[card.get()] = name;
  return {card.release(), [](NetworkCard *ended) {
            reportOnce(*ended);
            delete ended;
          }};
}

} // namespace dpa
