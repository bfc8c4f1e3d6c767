// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back ends of the log: see log-backends.h. fork() waits until none is
// written to.
#include "runtime/doca/common/log-backends.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include <pthread.h>

namespace dpa::doca {

namespace {

struct LogState {
  /// Recursive: a back end calls functions of the program, which may use the log.
  std::recursive_mutex lock;
  std::vector<std::unique_ptr<doca_log_backend>> backends;
  uint32_t limits[2] = {DOCA_LOG_LEVEL_INFO, DOCA_LOG_LEVEL_WARNING};

  uint32_t &limit(LogFamily family) { return limits[static_cast<int>(family)]; }
};

/// Never destroyed: messages are logged while the program exits.
LogState &logState() {
  static auto &state = *[] {
    auto *made = new LogState;
    pthread_atfork([] { logState().lock.lock(); },
                   [] { logState().lock.unlock(); },
                   [] { new (&logState().lock) std::recursive_mutex; });
    return made;
  }();
  return state;
}

/// Whether this thread writes a line: those that the program logs meanwhile have no
/// place.
thread_local bool isWriting = false;

bool shows(const doca_log_backend &backend, LogFamily family, uint32_t level) {
  return backend.family == family && backend.from <= level &&
         level <= backend.to && level <= backend.most;
}

} // namespace

bool isLogLevel(uint32_t level) {
  return level >= DOCA_LOG_LEVEL_DISABLE && level <= DOCA_LOG_LEVEL_TRACE &&
         level % 10 == 0;
}

doca_log_backend *addLogBackend(LogFamily family,
                                std::unique_ptr<LogWriter> writer) {
  auto backend = std::make_unique<doca_log_backend>();
  backend->family = family;
  backend->writer = std::move(writer);
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  backend->to = state.limit(family);
  state.backends.push_back(std::move(backend));
  return state.backends.back().get();
}

bool isLogBackend(const doca_log_backend *backend, LogFamily family) {
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  return std::ranges::any_of(state.backends, [&](const auto &one) {
    return one.get() == backend && one->family == family;
  });
}

void setLogLimit(LogFamily family, uint32_t level) {
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  state.limit(family) = level;
  for (auto &backend : state.backends)
    if (backend->family == family)
      backend->to = level;
}

uint32_t logLimit(LogFamily family) {
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  return state.limit(family);
}

bool isLogShown(LogFamily family, uint32_t level) {
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  return std::ranges::any_of(state.backends, [&](const auto &backend) {
    return shows(*backend, family, level);
  });
}

tm localTime(time_t seconds) {
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  tm local = {};
  localtime_r(&seconds, &local);
  return local;
}

void writeLog(LogFamily family, uint32_t level, std::string_view line) {
  struct Writing { // functions of the program may throw
    Writing() { isWriting = true; }
    ~Writing() { isWriting = false; }
  };
  LogState &state = logState();
  std::lock_guard lock(state.lock);
  if (isWriting)
    return;
  const Writing writing;
  for (size_t i = 0; i < state.backends.size(); ++i) // the program may add some
    if (shows(*state.backends[i], family, level))
      state.backends[i]->writer->write(level, line);
}

} // namespace dpa::doca
