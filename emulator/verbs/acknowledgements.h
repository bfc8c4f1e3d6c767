// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object with events that the program has taken is destroyed when it has
// acknowledged them: until then it may use the object.
#ifndef DPA_EMULATOR_VERBS_ACKNOWLEDGEMENTS_H
#define DPA_EMULATOR_VERBS_ACKNOWLEDGEMENTS_H

#include <cstdint>
#include <pthread.h>

namespace dpa::verbs {

/// Waits until `completed`, which `mutex` protects, is `delivered`.
inline void awaitAcknowledgements(pthread_mutex_t &mutex, pthread_cond_t &cond,
                                  const uint32_t &completed,
                                  uint32_t delivered) {
  pthread_mutex_lock(&mutex);
  while (completed != delivered)
    pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
}

} // namespace dpa::verbs

#endif
