// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash table of names in one piece of memory.
#include "emulator/trace/names.h"

#include <cstring>
#include <functional>

namespace dpa::trace {

uint32_t Names::indexOf(std::string_view name) {
  if (name.empty())
    return 0;
  const std::lock_guard guard(lock_);
  size_t place = std::hash<std::string_view>()(name) % table_.size();
  while (table_[place] != 0 && at(table_[place]) != name)
    place = (place + 1) % table_.size();
  if (table_[place] != 0)
    return table_[place];
  if (count_ == namesMax || name.size() > text_.size() - used_)
    return 0;
  std::memcpy(text_.data() + used_, name.data(), name.size());
  entries_[count_] = {.offset = used_,
                      .size = static_cast<uint32_t>(name.size())};
  used_ += static_cast<uint32_t>(name.size());
  table_[place] = static_cast<uint16_t>(count_);
  return count_++;
}

/// The text of a name never moves.
std::string_view Names::nameAt(uint32_t index) const {
  const std::lock_guard guard(lock_);
  return index < count_ ? at(index) : std::string_view();
}

uint16_t Names::addDevice(std::string_view name) {
  const uint32_t index = indexOf(name);
  const std::lock_guard guard(lock_);
  if (devices_ == deviceNames_.size())
    return 0;
  deviceNames_[devices_] = index;
  return devices_++;
}

std::string_view Names::device(uint16_t index) const {
  return nameAt(index < deviceNames_.size() ? deviceNames_[index] : 0);
}

uint16_t Names::addProcess(const Process &process) {
  const std::lock_guard guard(lock_);
  if (processes_ == processNames_.size())
    return 0;
  processNames_[processes_] = process;
  return processes_++;
}

Names::Process Names::process(uint16_t index) const {
  const std::lock_guard guard(lock_);
  return index < processes_ ? processNames_[index] : Process();
}

} // namespace dpa::trace
