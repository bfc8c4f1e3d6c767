// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A progress engine: a queue of work for the thread that calls doca_pe_progress(),
// and a descriptor that is readable while the queue is not empty.
#ifndef DPA_RUNTIME_DOCA_COMMON_PROGRESS_ENGINE_H
#define DPA_RUNTIME_DOCA_COMMON_PROGRESS_ENGINE_H

#include "runtime/doca/common/context.h"
#include "runtime/include/doca/doca_pe.h"

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

struct doca_pe : dpa::doca::Object {
  static constexpr const char *kind = "pe";
  ~doca_pe();

  /// Adds work; thread safe.
  DOCA_INTERNAL void post(std::function<void()> event);
  /// Performs the oldest work; false if the queue is empty.
  bool progress();
  void requestNotification();
  void clearNotification();

  int descriptor = -1;              ///< an eventfd
  std::vector<doca_ctx *> contexts; ///< connected

private:
  void notify();

  std::mutex lock_;
  std::deque<std::function<void()>> events_;
  bool isRequested_ = false;
};

#endif
