// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A progress engine: a queue of what is to be done in the thread that calls
// doca_pe_progress(), and the descriptor that says when there is something.
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

  /// Adds something to do; from any thread.
  DOCA_INTERNAL void post(std::function<void()> event);
  /// Does the oldest; false if there is nothing to do.
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
