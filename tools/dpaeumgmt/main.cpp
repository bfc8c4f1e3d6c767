// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpaeumgmt: creates, shows and removes partitions and groups of execution
// units. Given a configuration file, changes it as a whole or not at all.
// Exit status 0, or 1 with an error on standard error.
#include "emulator/configuration/configuration-edit.h"
#include "tools/command-line/command-line.h"
#include "tools/dpaeumgmt/options.h"

#include <algorithm>
#include <cstdio>

namespace dpa::eumgmt {
namespace {

/// The device as the file has it; nothing, and `error` set, if the file cannot be
/// read or does not have the device.
std::optional<DeviceSettings> readDevice(const std::string &text,
                                         const Options &options,
                                         std::string &error) {
  auto devices = parseConfiguration(text, options.file, error);
  if (!devices)
    return std::nullopt;
  auto found =
      std::ranges::find(*devices, options.device, &DeviceSettings::name);
  if (found != devices->end())
    return *found;
  error = options.file + ": device '" + options.device + "' does not exist";
  return std::nullopt;
}

/// Without a file there is the default device.
std::optional<DeviceSettings> readDevice(const Options &options,
                                         std::string &error) {
  if (options.file.empty()) {
    DeviceSettings device;
    if (options.device == device.name)
      return device;
    error = "device '" + options.device + "' does not exist (expected '" +
            device.name +
            "', or a configuration file by --config or "
            "DPA_CONFIG)";
    return std::nullopt;
  }
  auto text = readConfigurationText(options.file, error);
  return text ? readDevice(*text, options, error) : std::nullopt;
}

/// The lowest unused id. 0 is the default group or partition.
template <typename Things> uint32_t freeId(const Things &things) {
  uint32_t id = 1;
  while (std::ranges::any_of(things, [&](auto &t) { return t.id == id; }))
    ++id;
  return id;
}

/// Whether -g and -i select it.
bool isMeant(const EuGroup &group, const Options &options) {
  return (!options.name || group.name == *options.name) &&
         (!options.id || group.id == *options.id);
}

bool isMeant(const EuPartition &partition, const Options &options) {
  return !options.id || partition.id == *options.id;
}

void show(const EuGroup &group) {
  std::printf("EU group ID: %u\nEU group name: %s\nMember EUs: %s\n", group.id,
              group.name.c_str(), numberListText(group.eus).c_str());
}

void show(const EuPartition &partition) {
  std::printf("EU partition ID: %u\nvHCAs: %s\nMember EUs: %s\nMaximum number "
              "of EU groups: %u\n",
              partition.id, numberListText(partition.vhcas).c_str(),
              numberListText(partition.eus).c_str(), partition.groupsMax);
}

std::string describe(const Options &options) {
  std::string what = options.object == Object::Group ? "group" : "partition";
  if (options.name)
    what += " '" + *options.name + "'";
  if (options.id)
    what += " " + std::to_string(*options.id);
  return what;
}

template <typename Things>
int query(const Things &things, const Options &options) {
  bool isFirst = true;
  for (const auto &thing : things) {
    if (!isMeant(thing, options))
      continue;
    if (!isFirst)
      std::printf("\n");
    isFirst = false;
    show(thing);
  }
  if (!isFirst)
    return 0;
  if (options.name || options.id)
    return fail("device '" + options.device + "' has no " + describe(options));
  std::printf("device '%s' has no %ss\n", options.device.c_str(),
              describe(options).c_str());
  return 0;
}

int info(const DeviceSettings &device, Object object) {
  uint32_t count = device.unitCount();
  std::printf("EUs of the function: %u%s\n", count,
              count ? (", numbered 0-" + std::to_string(count - 1)).c_str()
                    : "");
  const EuPartition *partition = device.partition();
  if (object == Object::Partition)
    std::printf("EUs of the card: %u\nPartitions: %zu of %zu\n",
                device.executionUnits, device.partitions.size(),
                euPartitionsMax);
  else
    std::printf("EU groups: %zu of %zu\n", device.groups.size(),
                partition ? size_t(partition->groupsMax) : euGroupsMax);
  return 0;
}

/// What a change has added or removed, to be shown once it is in the file.
struct Changed {
  std::optional<EuGroup> group;
  std::optional<EuPartition> partition;
};

bool create(std::string &text, const Options &options,
            const DeviceSettings &device, Changed &changed,
            std::string &error) {
  if (options.object == Object::Group) {
    changed.group = {freeId(device.groups), options.name.value_or(""),
                     options.eus};
    return addGroup(text, device.name, *changed.group, error);
  }
  if (!device.card.empty()) {
    error = "device '" + device.name + "' is a function of '" + device.card +
            "', which has the partitions";
    return false;
  }
  changed.partition = {freeId(device.partitions), options.vhcas, options.eus,
                       options.groupsMax.value_or(euGroupsMax)};
  return addPartition(text, device.name, *changed.partition, error);
}

bool destroy(std::string &text, const Options &options,
             const DeviceSettings &device, Changed &changed,
             std::string &error) {
  for (const EuGroup &group : device.groups)
    if (options.object == Object::Group && isMeant(group, options)) {
      changed.group = group;
      return removeGroup(text, device.name, group.id, error);
    }
  for (const EuPartition &partition : device.partitions)
    if (options.object == Object::Partition && device.card.empty() &&
        isMeant(partition, options)) {
      changed.partition = partition;
      return removePartition(text, device.name, partition.id, error);
    }
  error = "device '" + device.name + "' has no " + describe(options);
  return false;
}

int change(const Options &options) {
  bool creates = options.action == Action::Create;
  Changed changed;
  std::string error;
  auto edit = [&](std::string &text, std::string &problem) {
    auto device = readDevice(text, options, problem);
    if (!device) {
      // editConfiguration adds the file to every problem.
      if (problem.starts_with(options.file + ": "))
        problem.erase(0, options.file.size() + 2);
      return false;
    }
    return creates ? create(text, options, *device, changed, problem)
                   : destroy(text, options, *device, changed, problem);
  };
  if (!editConfiguration(options.file, edit, error))
    return fail(error);
  std::printf("%s %s\n", creates ? "created" : "destroyed",
              options.object == Object::Group ? "EU group" : "EU partition");
  if (changed.group)
    show(*changed.group);
  if (changed.partition)
    show(*changed.partition);
  return 0;
}

int run(const Options &options) {
  if (options.action == Action::Create || options.action == Action::Destroy)
    return change(options);
  std::string error;
  auto device = readDevice(options, error);
  if (!device)
    return fail(error);
  if (options.action == Action::Info)
    return info(*device, options.object);
  return options.object == Object::Group ? query(device->groups, options)
                                         : query(device->partitions, options);
}

} // namespace
} // namespace dpa::eumgmt

int main(int argc, char **argv) {
  using namespace dpa::eumgmt;
  auto line = readCommandLine(argc, argv);
  const Options *options = std::get_if<Options>(&line);
  return options
             ? dpa::tools::finishStandardOutput("dpaeumgmt", run(*options), 1)
             : *std::get_if<int>(&line);
}
