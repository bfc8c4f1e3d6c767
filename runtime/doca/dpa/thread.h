// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DPA thread: an event handler of Flex IO with a function of the device library,
// which calls the function of the program; its affinity and local storage.
#ifndef DPA_RUNTIME_DOCA_DPA_THREAD_H
#define DPA_RUNTIME_DOCA_DPA_THREAD_H

#include "runtime/doca/dpa/context.h"

#include <vector>

struct doca_dpa_eu_affinity : dpa::doca::Object {
  static constexpr const char *kind = "EU affinity";

  doca_dpa *dpa = nullptr;
  dpa::doca::Use dpaUse;
  std::optional<unsigned> unit;
};

struct doca_dpa_completion;
struct doca_dpa_notification_completion;

struct doca_dpa_thread : dpa::doca::Object {
  static constexpr const char *kind = "DPA thread";

  doca_dpa_thread() { record_.num_threads = 1; }
  ~doca_dpa_thread() { stop(); }

  doca_error_t start(const char *call);
  void stop();
  /// Enables activation by completions and notifications.
  doca_error_t run(const char *call);
  /// Sets rank and size of its group for device code, immediately or when it is started.
  doca_error_t setRank(uint32_t rank, uint32_t numThreads);
  /// Adds a started object that activates the thread; arms a completion context if the
  /// thread is running. Thread safe.
  doca_error_t attach(const char *call, doca_dpa_completion &completion);
  void attach(doca_dpa_notification_completion &notification);
  void detach(doca_dpa_completion &completion);
  void detach(doca_dpa_notification_completion &notification);
  bool hasCompletions();

  doca_dpa *dpa = nullptr;
  dpa::doca::Use dpaUse;
  doca_dpa_func_t *function = nullptr;
  uint64_t argument = 0;
  uint64_t localStorage = 0;
  const doca_dpa_eu_affinity *affinity = nullptr;
  dpa::doca::Use affinityUse;
  bool isGrouped = false;

  bool isRunnable = false;
  flexio_event_handler *handler = nullptr;

private:
  doca_error_t createHandler(const char *call);

  std::mutex attachmentsLock_; ///< protects the next two members
  std::vector<doca_dpa_completion *> completions_;
  std::vector<doca_dpa_notification_completion *> notifications_;
  doca_abi_thread record_{};
  uint64_t address_ = 0;
};

namespace dpa::doca {

/// Arms the queue: the next completion, or a pending one, activates the thread.
doca_error_t armCompletion(const char *call, doca_dpa_completion &completion);

/// Updates a started notification completion after its thread has a new handler.
doca_error_t renewNotification(doca_dpa_notification_completion &notification);

} // namespace dpa::doca

#endif
