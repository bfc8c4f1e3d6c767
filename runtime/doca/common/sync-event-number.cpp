// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_sync_event.h that read and change events, and wait for
// them.
#include "runtime/doca/common/sync-event.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

using namespace dpa::doca;

namespace {

/// Gives the processor away, the longer the wait the more: a change by another
/// thread that runs is seen at once.
class EventWait {
public:
  void pause(bool yieldsAtOnce) {
    constexpr unsigned readsBeforeYield = 1000;
    constexpr unsigned yieldsBeforeSleep = 1000;
    constexpr timespec sleep = {0, 50'000};
    ++rounds_;
    if (isSleeping_)
      nanosleep(&sleep, nullptr);
    else if (yieldsAtOnce || rounds_ > readsBeforeYield) {
      sched_yield();
      isSleeping_ = rounds_ > readsBeforeYield + yieldsBeforeSleep ||
                    monotonicNanoseconds() - begin_ > yieldTime;
    }
  }
  /// Whether it is time to look why the number does not change: seldom.
  bool isLong() const { return rounds_ % roundsOfLook == roundsOfLook - 1; }

private:
  static constexpr unsigned roundsOfLook = 4000;
  /// A yield lasts for the turns of all other threads if the machine is busy.
  static constexpr uint64_t yieldTime = 1'000'000;

  static uint64_t monotonicNanoseconds() {
    constexpr uint64_t perSecond = 1'000'000'000;
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * perSecond +
           static_cast<uint64_t>(now.tv_nsec);
  }

  unsigned rounds_ = 0;
  bool isSleeping_ = false;
  const uint64_t begin_ = monotonicNanoseconds();
};

/// Logs if the number will not change any more.
bool reportAbandoned(const char *call, doca_sync_event &event) {
  return dpa::uncancelled([&] {
    bool isAbandoned = event.isAbandoned();
    if (isAbandoned)
      sdkLog(DOCA_LOG_LEVEL_ERROR, call,
             "all DPA contexts that publish the event had a fatal error");
    return isAbandoned;
  });
}

/// Checks the event, then waits; a cancellation point.
template <typename Holds>
doca_error_t waitFor(const char *call, doca_sync_event *event, uint64_t mask,
                     bool yieldsAtOnce, Holds holds) {
  doca_error_t status =
      apiCall(call, [] { return DOCA_SUCCESS; }, live(event), started(event));
  if (status != DOCA_SUCCESS)
    return status;
  auto isOver = [&] {
    return holds(event->number->load(std::memory_order_acquire) & mask);
  };
  pthread_testcancel();
  for (EventWait wait; !isOver(); wait.pause(yieldsAtOnce)) {
    pthread_testcancel();
    if (wait.isLong() && reportAbandoned(call, *event))
      return isOver() ? DOCA_SUCCESS : DOCA_ERROR_BAD_STATE;
  }
  return DOCA_SUCCESS;
}

} // namespace

doca_error_t doca_sync_event_get(struct doca_sync_event *event,
                                 uint64_t *value) {
  return apiCall(
      __func__,
      [&] {
        *value = event->number->load(std::memory_order_acquire);
        return DOCA_SUCCESS;
      },
      live(event), notNull(value, "value"), started(event));
}

doca_error_t doca_sync_event_update_set(struct doca_sync_event *event,
                                        uint64_t value) {
  return apiCall(
      __func__,
      [&] {
        event->number->store(value, std::memory_order_release);
        return DOCA_SUCCESS;
      },
      live(event), started(event));
}

doca_error_t doca_sync_event_update_add(struct doca_sync_event *event,
                                        uint64_t value, uint64_t *fetched) {
  return apiCall(
      __func__,
      [&] {
        uint64_t before = event->number->fetch_add(value);
        if (fetched)
          *fetched = before;
        return DOCA_SUCCESS;
      },
      live(event), started(event));
}

doca_error_t doca_sync_event_wait_gt(struct doca_sync_event *event,
                                     uint64_t value, uint64_t mask) {
  return waitFor(__func__, event, mask, false,
                 [=](uint64_t number) { return number > value; });
}

doca_error_t doca_sync_event_wait_gt_yield(struct doca_sync_event *event,
                                           uint64_t value, uint64_t mask) {
  return waitFor(__func__, event, mask, true,
                 [=](uint64_t number) { return number > value; });
}

doca_error_t doca_sync_event_wait_eq(struct doca_sync_event *event,
                                     uint64_t value, uint64_t mask) {
  return waitFor(__func__, event, mask, false,
                 [=](uint64_t number) { return number == value; });
}

doca_error_t doca_sync_event_wait_eq_yield(struct doca_sync_event *event,
                                           uint64_t value, uint64_t mask) {
  return waitFor(__func__, event, mask, true,
                 [=](uint64_t number) { return number == value; });
}

doca_error_t doca_sync_event_wait_neq(struct doca_sync_event *event,
                                      uint64_t value, uint64_t mask) {
  return waitFor(__func__, event, mask, false,
                 [=](uint64_t number) { return number != value; });
}

doca_error_t doca_sync_event_wait_neq_yield(struct doca_sync_event *event,
                                            uint64_t value, uint64_t mask) {
  return waitFor(__func__, event, mask, true,
                 [=](uint64_t number) { return number != value; });
}
