// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of numbers, and the rules of partitions and groups.
#include "emulator/configuration/eu-management.h"

#include "base/parse-number.h"
#include "emulator/configuration/configuration.h"

#include <algorithm>
#include <set>

namespace dpa {
namespace {

bool parseUpTo(std::string_view text, uint32_t last, uint32_t &value) {
  return parseNumber(text, value) && value <= last;
}

/// "3" or "3-7".
bool addRange(std::string_view text, uint32_t last, std::set<uint32_t> &all) {
  size_t dash = text.find('-');
  uint32_t first = 0;
  uint32_t end = 0;
  if (!parseUpTo(text.substr(0, dash), last, first) ||
      !parseUpTo(dash == text.npos ? text : text.substr(dash + 1), last, end) ||
      end < first)
    return false;
  for (uint32_t number = first; number <= end; ++number)
    all.insert(number);
  return true;
}

std::string quoted(const std::string &text) {
  return "'" + text + "'";
}

/// The first number that both have.
std::optional<uint32_t> common(const std::vector<uint32_t> &one,
                               const std::vector<uint32_t> &other) {
  auto found = std::ranges::find_first_of(one, other);
  return found == one.end() ? std::nullopt : std::optional(*found);
}

std::string checkPartition(const EuPartition &partition, uint32_t unitCount) {
  std::string name = "partition " + std::to_string(partition.id);
  if (partition.id == 0)
    return name + ": expected an id of at least 1; 0 is the default partition";
  if (partition.eus.empty() || partition.vhcas.empty())
    return name + ": expected eus and vhcas";
  if (partition.eus.back() >= unitCount)
    return name + ": execution unit " + std::to_string(partition.eus.back()) +
           " does not exist (the device has " + std::to_string(unitCount) + ")";
  if (partition.groupsMax > euGroupsMax)
    return name + ": expected at most " + std::to_string(euGroupsMax) +
           " groups, got " + std::to_string(partition.groupsMax);
  return {};
}

std::string checkPair(const EuPartition &one, const EuPartition &other) {
  if (one.id == other.id)
    return "two partitions have the id " + std::to_string(one.id);
  std::string names = "partitions " + std::to_string(one.id) + " and " +
                      std::to_string(other.id) + " both have ";
  if (auto eu = common(one.eus, other.eus))
    return names + "execution unit " + std::to_string(*eu);
  if (auto vhca = common(one.vhcas, other.vhcas))
    return names + "function " + std::to_string(*vhca);
  return {};
}

std::string checkPartitions(const DeviceSettings &settings) {
  if (settings.partitions.size() > euPartitionsMax)
    return "expected at most " + std::to_string(euPartitionsMax) +
           " partitions, got " + std::to_string(settings.partitions.size());
  for (auto one = settings.partitions.begin(); one != settings.partitions.end();
       ++one) {
    std::string problem = checkPartition(*one, settings.executionUnits);
    for (auto other = settings.partitions.begin();
         other != one && problem.empty(); ++other)
      problem = checkPair(*other, *one);
    if (!problem.empty())
      return problem;
  }
  return {};
}

std::string checkGroup(const EuGroup &group, uint32_t unitCount) {
  if (!isGroupName(group.name))
    return "group " + std::to_string(group.id) + ": expected a name of 1 to " +
           std::to_string(euGroupNameMax) +
           " letters, digits, blanks, '_', '-' or '.', got " +
           quoted(group.name);
  if (group.eus.empty())
    return "group " + quoted(group.name) + ": expected eus";
  if (group.eus.back() >= unitCount)
    return "group " + quoted(group.name) + ": execution unit " +
           std::to_string(group.eus.back()) +
           " does not exist (the function has " + std::to_string(unitCount) +
           ", numbered from 0)";
  return {};
}

std::string checkGroups(const DeviceSettings &settings) {
  const EuPartition *partition = settings.partition();
  size_t most = partition ? partition->groupsMax : euGroupsMax;
  if (settings.groups.size() > most)
    return "expected at most " + std::to_string(most) + " groups, got " +
           std::to_string(settings.groups.size());
  std::set<uint32_t> ids;
  std::set<std::string> names;
  for (const EuGroup &group : settings.groups) {
    if (!ids.insert(group.id).second)
      return "two groups have the id " + std::to_string(group.id);
    if (!names.insert(group.name).second)
      return "two groups have the name " + quoted(group.name);
    if (std::string problem = checkGroup(group, settings.unitCount());
        !problem.empty())
      return problem;
  }
  return {};
}

} // namespace

std::optional<std::vector<uint32_t>> parseNumberList(std::string_view text,
                                                     uint32_t last) {
  std::set<uint32_t> all;
  for (;;) {
    size_t comma = text.find(',');
    if (!addRange(text.substr(0, comma), last, all))
      return std::nullopt;
    if (comma == text.npos)
      return std::vector<uint32_t>(all.begin(), all.end());
    text.remove_prefix(comma + 1);
  }
}

std::string numberListText(const std::vector<uint32_t> &numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (end - i > 1)
      text += "-" + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

bool isGroupName(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-. ";
  return !name.empty() && name.size() <= euGroupNameMax &&
         name.find_first_not_of(allowed) == name.npos;
}

bool checkEuManagement(const DeviceSettings &settings, std::string &error) {
  std::string problem = checkPartitions(settings);
  if (problem.empty())
    problem = checkGroups(settings);
  if (!problem.empty())
    error = settings.name + ": " + problem;
  return problem.empty();
}

} // namespace dpa
