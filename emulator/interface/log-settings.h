// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host library logs: values of the device's settings.
#ifndef DPA_EMULATOR_INTERFACE_LOG_SETTINGS_H
#define DPA_EMULATOR_INTERFACE_LOG_SETTINGS_H

#include <cstdint>
#include <string_view>

namespace dpa {

/// Most important first; all but the last are those of Flex IO. Entries of the last
/// are the events of the device.
enum class LogLevel : uint8_t { Error, Warning, Info, Debug, Trace };
inline constexpr std::string_view logLevelNames[] = {"error", "warning", "info",
                                                     "debug", "trace"};

/// What an entry is about.
enum class LogCategory : uint8_t {
  App,
  Call,
  Library,
  Memory,
  Message,
  Process,
  Queue,
  Thread,
  Window,
};
inline constexpr std::string_view logCategoryNames[] = {
    "app",     "call",  "library", "memory", "message",
    "process", "queue", "thread",  "window"};

struct LogSettings {
  static constexpr uint16_t allCategories = 0xffff;

  /// The least important level that is logged of `categories`.
  LogLevel level = LogLevel::Warning;
  /// A bit for each LogCategory. Of others, warnings and errors are logged.
  uint16_t categories = allCategories;

  bool shows(LogLevel wanted, LogCategory category) const {
    const bool isChosen =
        (categories >> static_cast<unsigned>(category) & 1) != 0;
    return wanted <= (isChosen ? level : LogLevel::Warning);
  }
  bool operator==(const LogSettings &) const = default;
};

} // namespace dpa

#endif
