// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of messages: see log-sources.h.
#include "runtime/doca/common/log-sources.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <optional>
#include <pthread.h>
#include <vector>

namespace dpa::doca {

namespace {

struct LogSources {
  std::mutex lock;
  std::vector<std::optional<std::string>> names;

  /// Null if the source does not exist.
  std::optional<std::string> *find(int source) {
    if (source < 0 || static_cast<size_t>(source) >= names.size())
      return nullptr;
    std::optional<std::string> &found = names[source];
    return found ? &found : nullptr;
  }
};

LogSources &logSources() {
  static auto &sources = *[] {
    auto *made = new LogSources;
    pthread_atfork([] { logSources().lock.lock(); },
                   [] { logSources().lock.unlock(); },
                   [] { new (&logSources().lock) std::mutex; });
    return made;
  }();
  return sources;
}

} // namespace

int addLogSource(const char *name) {
  LogSources &sources = logSources();
  std::lock_guard lock(sources.lock);
  auto place =
      std::find(sources.names.begin(), sources.names.end(), std::nullopt);
  if (place == sources.names.end())
    place = sources.names.emplace(place);
  *place = name;
  return static_cast<int>(place - sources.names.begin());
}

bool removeLogSource(int source) {
  LogSources &sources = logSources();
  std::lock_guard lock(sources.lock);
  std::optional<std::string> *found = sources.find(source);
  if (found)
    found->reset();
  return found != nullptr;
}

bool findLogSource(int source, std::string &name) {
  LogSources &sources = logSources();
  std::lock_guard lock(sources.lock);
  std::optional<std::string> *found = sources.find(source);
  if (found)
    name = found->value_or("");
  return found != nullptr;
}

} // namespace dpa::doca
