// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Actions of rules: which are valid where, and the targets that they become.
#include "emulator/nic/steering/steering.h"

namespace dpa {
namespace {

using Kind = SteeringAction::Kind;

SteeringResult invalid(std::string message) {
  return {.status = SteeringStatus::Invalid,
          .message = std::move(message),
          .id = 0};
}
SteeringResult notSupported(std::string message) {
  return {.status = SteeringStatus::NotSupported,
          .message = std::move(message),
          .id = 0};
}

} // namespace

/// An action with one destination.
SteeringResult Steering::checkDestination(const Domain &domain,
                                          const SteeringAction &action) const {
  if (action.kind == Kind::ReceiveQueue) {
    if (domain.type != SteeringDomain::NicReceive)
      return notSupported("destination receive queue (expected in a domain of "
                          "type NIC_RX)");
    return {};
  }
  if (action.kind == Kind::Tir) {
    if (domain.type != SteeringDomain::NicReceive)
      return notSupported("destination TIR (expected in a domain of type "
                          "NIC_RX)");
    return find<Tir>(action.object) ? SteeringResult()
                                    : invalid("destination TIR does not exist");
  }
  if (action.kind == Kind::Table) {
    const auto *table = find<Table>(action.object);
    if (!table || &table->domain != &domain)
      return invalid("destination table does not belong to the domain");
    return {};
  }
  return checkUplink(domain, action);
}

SteeringResult Steering::checkVport(uint32_t number) const {
  if (number == SteeringAction::uplink || vports_.has(number))
    return {};
  return invalid("vport " + std::to_string(number) +
                 " does not exist (expected " + vports_.numbers() +
                 " or the uplink, 65535)");
}

/// Whether the source vport that a rule matches exists.
SteeringResult Steering::checkSource(const Rule &rule) const {
  constexpr auto field = MatchField::SourcePort;
  constexpr uint32_t all = 0xffff;
  if (rule.matcher.criteria.mask().get<field>() != all)
    return {};
  SteeringResult checked = checkVport(rule.value.get<field>());
  if (checked.status != SteeringStatus::Ok)
    checked.message.insert(0, "misc_parameters.source_port: ");
  return checked;
}

/// A vport or port.
SteeringResult Steering::checkUplink(const Domain &domain,
                                     const SteeringAction &action) const {
  const std::string what = action.kind == Kind::Port ? "port" : "vport";
  if (domain.type != SteeringDomain::Fdb)
    return notSupported("destination " + what +
                        " (expected in a domain of type FDB)");
  if (find<Domain>(action.object) != &domain)
    return invalid("destination " + what + " is of another domain");
  if (action.kind == Kind::Port) {
    if (action.number == 0 || action.number > portCount_)
      return invalid("port " + std::to_string(action.number) +
                     " does not exist (expected 1 to " +
                     std::to_string(portCount_) + ")");
    return {};
  }
  return checkVport(action.number);
}

SteeringResult Steering::checkAction(const Domain &domain,
                                     const SteeringAction &action) const {
  switch (action.kind) {
  case Kind::ReceiveQueue:
  case Kind::Tir:
  case Kind::Table:
  case Kind::Vport:
  case Kind::Port:
    return checkDestination(domain, action);
  case Kind::Counter:
    return find<Counter>(action.object) ? SteeringResult()
                                        : invalid("counter does not exist");
  case Kind::Drop:
  case Kind::DefaultMiss:
    return {};
  case Kind::Array:
    break;
  }
  if (domain.type == SteeringDomain::NicTransmit)
    return notSupported("destination array (expected in a domain of type "
                        "NIC_RX or FDB)");
  if (action.array.size() < 2 || action.array.size() > SteeringAction::arrayMax)
    return invalid("destination array of " +
                   std::to_string(action.array.size()) +
                   " (expected 2 to 16 destinations)");
  for (const SteeringAction &one : action.array) {
    if (one.kind != Kind::ReceiveQueue && one.kind != Kind::Tir &&
        one.kind != Kind::Table && one.kind != Kind::Vport &&
        one.kind != Kind::Port)
      return invalid("destination array with an action that is not a "
                     "destination");
    if (SteeringResult checked = checkDestination(domain, one);
        checked.status != SteeringStatus::Ok)
      return checked;
  }
  return {};
}

/// An action that was checked, but for the order of levels.
void Steering::addTarget(Rule &rule, const SteeringAction &action) const {
  switch (action.kind) {
  case Kind::ReceiveQueue:
    rule.targets.push_back(
        {.kind = Target::Kind::ReceiveQueue, .number = action.number});
    break;
  case Kind::Tir: {
    auto *tir = find<Tir>(action.object);
    rule.targets.push_back({.kind = Target::Kind::Tir, .tir = tir});
    ++tir->uses;
    break;
  }
  case Kind::Table: {
    auto *table = find<Table>(action.object);
    rule.targets.push_back({.kind = Target::Kind::Table, .table = table});
    ++table->uses;
    break;
  }
  case Kind::Vport:
    if (action.number == SteeringAction::uplink)
      rule.targets.push_back({.kind = Target::Kind::Uplink});
    else
      rule.targets.push_back(
          {.kind = Target::Kind::Vport, .number = action.number});
    break;
  case Kind::Port:
    rule.targets.push_back(
        {.kind = Target::Kind::Uplink, .number = action.number});
    break;
  case Kind::Array:
    for (const SteeringAction &one : action.array)
      addTarget(rule, one);
    break;
  case Kind::Drop:
    rule.targets.push_back({.kind = Target::Kind::Drop});
    break;
  case Kind::Counter: {
    auto *counter = find<Counter>(action.object);
    rule.counters.push_back(counter);
    ++counter->uses;
    break;
  }
  case Kind::DefaultMiss:
    break;
  }
}

SteeringResult Steering::fill(Rule &rule,
                              std::span<const SteeringAction> actions) const {
  if (actions.empty())
    return invalid("rule without actions");
  const Table &from = rule.matcher.table;
  unsigned destinations = 0;
  for (const SteeringAction &action : actions) {
    if (SteeringResult checked = checkAction(from.domain, action);
        checked.status != SteeringStatus::Ok)
      return checked;
    if (action.kind != Kind::Counter && ++destinations > 1)
      return notSupported(
          "rule with several destinations (expected one; it may "
          "be a destination array)");
    addTarget(rule, action);
  }
  for (const Target &target : rule.targets)
    if (target.table && target.table->level <= from.level)
      return invalid(
          "destination table of level " + std::to_string(target.table->level) +
          " (expected a level above " + std::to_string(from.level) + ")");
  return {};
}

} // namespace dpa
