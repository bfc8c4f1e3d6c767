// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of DPA threads, which give them ranks.
#include "runtime/doca/dpa/thread.h"

#include "runtime/doca/dpa/limits.h"

#include <utility>

using namespace dpa::doca;

struct doca_dpa_tg : dpa::doca::Object {
  static constexpr const char *kind = "thread group";

  ~doca_dpa_tg() {
    stop();
    for (doca_dpa_thread *thread : threads)
      if (thread)
        thread->isGrouped = false;
  }

  /// Its threads have no ranks any more.
  void stop() {
    if (std::exchange(isStarted, false))
      for (doca_dpa_thread *thread : threads)
        static_cast<void>(thread->setRank(0, 1));
  }

  doca_dpa *dpa = nullptr;
  Use dpaUse;
  std::vector<doca_dpa_thread *> threads; ///< by rank; null: not assigned
  std::vector<Use> uses;
};

namespace {

doca_error_t setThread(doca_dpa_tg &group, doca_dpa_thread &thread,
                       unsigned rank) {
  if (thread.isGrouped || group.threads[rank])
    return DOCA_ERROR_ALREADY_EXIST;
  group.threads[rank] = &thread;
  group.uses.emplace_back(thread, group.kind);
  thread.isGrouped = true;
  return DOCA_SUCCESS;
}

bool isComplete(const doca_dpa_tg &group) {
  for (const doca_dpa_thread *thread : group.threads)
    if (!thread || !thread->isStarted)
      return false;
  return true;
}

doca_error_t startGroup(doca_dpa_tg &group) {
  auto count = static_cast<uint32_t>(group.threads.size());
  for (uint32_t rank = 0; rank < count; ++rank) {
    doca_error_t status = group.threads[rank]->setRank(rank, count);
    if (status != DOCA_SUCCESS)
      return status;
  }
  group.isStarted = true;
  return DOCA_SUCCESS;
}

} // namespace

doca_error_t doca_dpa_thread_group_create(struct doca_dpa *dpa,
                                          unsigned int num_threads,
                                          struct doca_dpa_tg **tg) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_tg>();
        made->dpa = dpa;
        made->dpaUse = Use(*dpa, made->kind);
        made->threads.resize(num_threads);
        *tg = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(tg, "tg"), usableDpa(dpa),
      inRange("num_threads", num_threads, 1, groupThreadsMax));
}

doca_error_t doca_dpa_thread_group_destroy(struct doca_dpa_tg *tg) {
  return destroyUnused(__func__, tg);
}

doca_error_t doca_dpa_thread_group_get_num_threads(struct doca_dpa_tg *tg,
                                                   unsigned int *num_threads) {
  return apiCall(
      __func__,
      [&] {
        *num_threads = static_cast<unsigned>(tg->threads.size());
        return DOCA_SUCCESS;
      },
      live(tg), result(num_threads, "num_threads"));
}

doca_error_t doca_dpa_thread_group_set_thread(struct doca_dpa_tg *tg,
                                              struct doca_dpa_thread *thread,
                                              unsigned int rank) {
  return apiCall(
      __func__, [&] { return setThread(*tg, *thread, rank); }, live(tg),
      live(thread), stopped(tg), stopped(thread), sameProgram(tg, thread),
      require([=] { return rank < tg->threads.size(); },
              DOCA_ERROR_INVALID_VALUE,
              "rank is not below the number of threads of the group"));
}

doca_error_t doca_dpa_thread_group_start(struct doca_dpa_tg *tg) {
  return apiCall(
      __func__, [&] { return startGroup(*tg); }, live(tg), stopped(tg),
      require([=] { return isComplete(*tg); }, DOCA_ERROR_BAD_STATE,
              "thread group has a rank without a started thread"));
}

doca_error_t doca_dpa_thread_group_stop(struct doca_dpa_tg *tg) {
  return apiCall(
      __func__,
      [&] {
        tg->stop();
        return DOCA_SUCCESS;
      },
      live(tg), started(tg));
}
