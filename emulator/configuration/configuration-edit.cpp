// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the lines of devices, partitions and groups with the TOML parser, and
// removes or inserts whole lines there.
#include "emulator/configuration/configuration-edit.h"

#include "base/descriptor.h"
#include "emulator/configuration/configuration-text.h"
#include "emulator/configuration/toml.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa {
namespace {

using Line = uint32_t; ///< from 1 on

Line lastLine(const toml::node &node);

template <typename Nodes> Line lastLineOf(const Nodes &nodes, Line last) {
  for (const toml::node &node : nodes)
    last = std::max(last, lastLine(node));
  return last;
}

/// The last line of a node and its contents.
Line lastLine(const toml::node &node) {
  Line last = std::max(node.source().begin.line, node.source().end.line);
  if (const toml::array *array = node.as_array())
    return lastLineOf(*array, last);
  if (const toml::table *table = node.as_table())
    for (const auto &[key, value] : *table)
      last = std::max(last, lastLine(value));
  return last;
}

/// Where a line begins in the text; the end of a text with fewer lines.
size_t offsetOf(const std::string &text, Line line) {
  size_t offset = 0;
  for (Line at = 1; at < line; ++at) {
    size_t end = text.find('\n', offset);
    if (end == std::string::npos)
      return text.size();
    offset = end + 1;
  }
  return offset;
}

/// Whether it is written as a block of its own, under a line "[[...]]".
bool isBlock(const std::string &text, const toml::node &node) {
  size_t at = offsetOf(text, node.source().begin.line);
  size_t first = text.find_first_not_of(" \t", at);
  return first != std::string::npos && text.compare(first, 2, "[[") == 0;
}

const toml::table *findDevice(const toml::table &root,
                              const std::string &device) {
  const toml::array *devices = root["device"].as_array();
  if (devices)
    for (const toml::node &item : *devices)
      if (const toml::table *table = item.as_table();
          table && (*table)["name"].value<std::string>() == device)
        return table;
  return nullptr;
}

bool fail(std::string &error, const std::string &what) {
  error = what;
  return false;
}

/// The device's table, or an error.
const toml::table *deviceOf(const toml::parse_result &parsed,
                            const std::string &text, const std::string &device,
                            std::string &error) {
  if (!parsed) {
    error = std::string(parsed.error().description());
    return nullptr;
  }
  const toml::table *table = findDevice(parsed.table(), device);
  if (!table)
    error = "device '" + device + "' does not exist";
  else if (!isBlock(text, *table))
    error = "device '" + device +
            "' is not written as [[device]]; edit the file by hand";
  else
    return table;
  return nullptr;
}

bool addBlock(std::string &text, const std::string &device,
              const std::string &block, std::string &error) {
  toml::parse_result parsed = parseToml(text);
  const toml::table *table = deviceOf(parsed, text, device, error);
  if (!table)
    return false;
  size_t at = offsetOf(text, lastLine(*table) + 1);
  bool needsEnd = at != 0 && text[at - 1] != '\n';
  text.insert(at, (needsEnd ? "\n" : "") + block);
  return true;
}

bool removeBlock(std::string &text, const std::string &device, const char *kind,
                 uint32_t id, std::string &error) {
  toml::parse_result parsed = parseToml(text);
  const toml::table *table = deviceOf(parsed, text, device, error);
  if (!table)
    return false;
  const toml::array *blocks = (*table)[kind].as_array();
  if (blocks)
    for (const toml::node &item : *blocks) {
      const toml::table *block = item.as_table();
      if (!block || (*block)["id"].value<int64_t>() != int64_t(id))
        continue;
      if (!isBlock(text, *block))
        return fail(error, std::string(kind) + " " + std::to_string(id) +
                               " is not written as [[device." + kind +
                               "]]; edit the file by hand");
      size_t begin = offsetOf(text, block->source().begin.line);
      text.erase(begin, offsetOf(text, lastLine(*block) + 1) - begin);
      return true;
    }
  return fail(error, "device '" + device + "' has no " + kind + " " +
                         std::to_string(id));
}

std::string systemError(const std::string &file) {
  return file + ": " + std::strerror(errno);
}

bool isSameFile(int descriptor, const std::string &file) {
  struct stat opened{};
  struct stat named{};
  return fstat(descriptor, &opened) == 0 && stat(file.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// The file, opened and locked. Repeated if another editor has replaced it
/// meanwhile.
int openLocked(const std::string &file) {
  for (;;) {
    int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
      return -1;
    while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
    }
    if (isSameFile(descriptor, file))
      return descriptor;
    close(descriptor);
  }
}

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return false;
    text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

/// Replaces the file, which is open as `old`.
bool replaceFile(const std::string &file, int old, const std::string &text,
                 std::string &error) {
  std::string other = file + ".XXXXXX";
  Descriptor descriptor(mkostemp(other.data(), O_CLOEXEC));
  if (descriptor.number() < 0)
    return fail(error, systemError(other));
  struct stat status{};
  bool isDone = fstat(old, &status) == 0 &&
                fchmod(descriptor.number(), status.st_mode & 07777) == 0 &&
                writeAll(descriptor.number(), text) &&
                rename(other.c_str(), file.c_str()) == 0;
  if (isDone)
    return true;
  error = systemError(other);
  unlink(other.c_str());
  return false;
}

/// Checks the new text as every program that reads it will.
bool isValid(const std::string &text, const std::string &file,
             std::string &error) {
  auto devices = parseConfiguration(text, file, error);
  return devices && std::ranges::all_of(*devices, [&](const auto &device) {
           return checkSettings(device, error);
         });
}

/// Symbolic links resolved, so that the file and not the link is replaced.
std::string realName(const std::string &file) {
  std::unique_ptr<char, decltype(&std::free)> real(
      realpath(file.c_str(), nullptr), std::free);
  return real ? real.get() : file;
}

} // namespace

bool editConfiguration(const std::string &name, const ConfigurationEdit &edit,
                       std::string &error) {
  const std::string file = realName(name);
  const Descriptor descriptor(openLocked(file)); // closing it releases the lock
  if (descriptor.number() < 0)
    return fail(error, systemError(file));
  auto text = readConfigurationText(file, error);
  if (!text)
    return false;
  if (!edit(*text, error))
    return fail(error, file + ": " + error);
  return isValid(*text, file, error) &&
         replaceFile(file, descriptor.number(), *text, error);
}

bool addPartition(std::string &text, const std::string &device,
                  const EuPartition &partition, std::string &error) {
  return addBlock(text, device, blockText(partition), error);
}

bool addGroup(std::string &text, const std::string &device,
              const EuGroup &group, std::string &error) {
  return addBlock(text, device, blockText(group), error);
}

bool removePartition(std::string &text, const std::string &device, uint32_t id,
                     std::string &error) {
  return removeBlock(text, device, "partition", id, error);
}

bool removeGroup(std::string &text, const std::string &device, uint32_t id,
                 std::string &error) {
  return removeBlock(text, device, "group", id, error);
}

} // namespace dpa
