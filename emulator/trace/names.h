// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of devices, processes and functions of a trace by index; index 0 is the
// empty name, which also stands for those that do not fit. Allocates nothing.
// Thread safe.
#ifndef DPA_EMULATOR_TRACE_NAMES_H
#define DPA_EMULATOR_TRACE_NAMES_H

#include <array>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace dpa::trace {

class Names {
public:
  static constexpr uint32_t namesMax = 4096;

  struct Process {
    uint16_t device = 0;
    uint32_t name = 0;
    uint32_t id = 0;
  };

  uint32_t indexOf(std::string_view name);
  std::string_view nameAt(uint32_t index) const;
  uint16_t addDevice(std::string_view name);
  std::string_view device(uint16_t index) const;
  uint16_t addProcess(const Process &process);
  Process process(uint16_t index) const;

private:
  static constexpr size_t textSize = size_t(256) << 10;
  struct Entry {
    uint32_t offset = 0;
    uint32_t size = 0;
  };
  std::string_view at(uint32_t index) const {
    return {text_.data() + entries_[index].offset, entries_[index].size};
  }

  mutable std::mutex lock_; ///< of what follows
  uint32_t count_ = 1;
  uint32_t used_ = 0;
  std::array<Entry, namesMax> entries_{};
  std::array<uint16_t, size_t(2) * namesMax> table_{}; ///< by hash
  std::array<char, textSize> text_;
  uint16_t devices_ = 1;
  std::array<uint32_t, 256> deviceNames_{};
  uint16_t processes_ = 1;
  std::array<Process, 4096> processNames_{};
};

} // namespace dpa::trace

#endif
