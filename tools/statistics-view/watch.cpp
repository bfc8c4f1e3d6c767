// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks until the count is reached or a look fails.
#include "tools/statistics-view/watch.h"
#include "base/parse-number.h"

#include <chrono>
#include <cstdio>
#include <thread>
#include <unistd.h>

namespace dpa::view {
namespace {

void print(const std::string &text, bool isWatched) {
  constexpr const char *clearScreen = "\033[H\033[2J";
  if (isWatched && isatty(STDOUT_FILENO) != 0)
    std::fputs(clearScreen, stdout);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

} // namespace

Result<Watch> readWatch(const std::optional<std::string> &seconds,
                        const std::optional<std::string> &count) {
  constexpr double secondsMin = 0.1;
  constexpr double secondsMax = 3600;
  Watch watch;
  if (seconds) {
    double value = 0;
    if (!parseNumber(*seconds, value) || !(value >= secondsMin) ||
        !(value <= secondsMax))
      return Error{"--watch: expected 0.1 to 3600 seconds, got '" + *seconds +
                   "'"};
    watch.seconds = value;
  }
  if (count && !seconds)
    return Error{"--count: expected with --watch only"};
  if (count && (!parseNumber(*count, watch.count) || watch.count == 0))
    return Error{"--count: expected a number from 1 on, got '" + *count + "'"};
  return watch;
}

Result<uint32_t> readId(const char *option,
                        const std::optional<std::string> &text,
                        uint32_t otherwise) {
  uint32_t id = otherwise;
  if (text && (!parseNumber(*text, id) || id == otherwise))
    return Error{std::string(option) + ": expected an id, got '" + *text + "'"};
  return id;
}

Result<void> show(const Watch &watch, const Look &look) {
  for (uint32_t looks = 1;; ++looks) {
    const Result<std::string> text = look();
    if (!text && (looks == 1 || watch.count != 0))
      return text.error();
    if (!text)
      return {};
    print(*text, watch.seconds.has_value());
    if (std::ferror(stdout))
      return Error{"standard output: cannot write"};
    if (!watch.seconds || looks == watch.count)
      return {};
    std::this_thread::sleep_for(std::chrono::duration<double>(*watch.seconds));
  }
}

} // namespace dpa::view
