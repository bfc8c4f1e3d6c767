// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions of the C interface: argument checks, and a body that runs if all
// checks pass:
//
//   return apiCall(__func__, [&] { return mmap->start(); }, live(mmap),
//                  stopped(mmap, DOCA_ERROR_NOT_PERMITTED));
//
// Checks run in order; the first failure is logged and its error returned. A
// check may depend on earlier checks. Exceptions do not propagate to the caller,
// and threads are not cancelled inside of a call.
#ifndef DPA_RUNTIME_DOCA_COMMON_API_CALL_H
#define DPA_RUNTIME_DOCA_COMMON_API_CALL_H

#include "base/uncancelled.h"
#include "runtime/doca/common/object.h"
#include "runtime/doca/common/sdk-log.h"

#include <bit>
#include <cxxabi.h>
#include <exception>
#include <new>

namespace dpa::doca {

/// Logs that an argument is NULL.
DOCA_INTERNAL doca_error_t reportNull(const char *call, const char *name);
/// DOCA_SUCCESS if the handle is live, otherwise an error, which is logged.
DOCA_INTERNAL doca_error_t checkLive(const char *call, const void *handle,
                                     const char *kind);

/// The number of an enumerator of a C program, which may be any number; its use as
/// a value of the C++ type would be undefined.
template <typename Enum> unsigned numberOf(const Enum &enumerator) {
  return std::bit_cast<unsigned>(enumerator);
}

/// Check: the argument, which the log calls `name`, is not NULL.
template <typename T> auto notNull(T *pointer, const char *name) {
  return [=, isSet = pointer != nullptr](const char *call) {
    return isSet ? DOCA_SUCCESS : reportNull(call, name);
  };
}

/// Check: the result pointer is not NULL; the result is cleared.
template <typename T> auto result(T *pointer, const char *name) {
  return [=](const char *call) {
    if (!pointer)
      return reportNull(call, name);
    *pointer = T();
    return DOCA_SUCCESS;
  };
}

/// Check: the handle is that of a live object.
template <typename T> auto live(const T *handle) {
  return [=](const char *call) { return checkLive(call, handle, T::kind); };
}

/// Check: the condition holds, otherwise `error`. `condition` is a function,
/// which runs after the earlier checks; `problem` is the text for the log.
template <typename Condition>
auto require(Condition condition, doca_error_t error, const char *problem) {
  return [=](const char *call) {
    if (condition())
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s", problem);
    return error;
  };
}

/// Check: the argument, which the log calls `name`, is in a range.
inline auto inRange(const char *name, uint64_t value, uint64_t from,
                    uint64_t to,
                    doca_error_t error = DOCA_ERROR_INVALID_VALUE) {
  return [=](const char *call) {
    if (value >= from && value <= to)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "%s is out of range (expected %lu to %lu, got %lu)", name, from, to,
           value);
    return error;
  };
}

/// Checks of the state of a live object.
template <typename T>
auto stopped(const T *object, doca_error_t error = DOCA_ERROR_BAD_STATE) {
  return [=](const char *call) {
    if (!object->isStarted)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s is started (expected stopped)",
           T::kind);
    return error;
  };
}
template <typename T>
auto started(const T *object, doca_error_t error = DOCA_ERROR_BAD_STATE) {
  return [=](const char *call) {
    if (object->isStarted)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s is not started", T::kind);
    return error;
  };
}

/// Check: no other object uses this live object.
template <typename T>
auto unused(const T *object, doca_error_t error = DOCA_ERROR_IN_USE) {
  return [=](const char *call) {
    if (object->users.count() == 0)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "%s is used by other objects (destroy first: %s)", T::kind,
           object->users.kinds().c_str());
    return error;
  };
}

/// body(), which returns a doca_error_t, as a public function.
template <typename Body> doca_error_t guarded(const char *call, Body body) {
  return uncancelled([&]() -> doca_error_t {
    try {
      return body();
    } catch (abi::__forced_unwind &) {
      throw;
    } catch (const std::bad_alloc &) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call, "out of host memory");
      return DOCA_ERROR_NO_MEMORY;
    } catch (const std::exception &error) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s", error.what());
      return DOCA_ERROR_UNEXPECTED;
    }
  });
}

/// The error of the first check that fails.
template <typename... Checks>
doca_error_t runChecks(const char *call, Checks &...checks) {
  doca_error_t status = DOCA_SUCCESS;
  static_cast<void>((((status = checks(call)) == DOCA_SUCCESS) && ...));
  return status;
}

/// Runs the checks, then body(), which returns a doca_error_t.
template <typename Body, typename... Checks>
doca_error_t apiCall(const char *call, Body body, Checks... checks) {
  return guarded(call, [&]() -> doca_error_t {
    doca_error_t status = runChecks(call, checks...);
    return status == DOCA_SUCCESS ? body() : status;
  });
}

/// For functions that destroy: like apiCall(), then deletes the object. For a handle
/// inherited across fork() the call succeeds without effect. `end` runs before the
/// object is deleted.
template <typename T, typename End, typename... Checks>
doca_error_t destroyCall(const char *call, T *handle, End end,
                         Checks... checks) {
  return guarded(call, [&]() -> doca_error_t {
    if (handle && liveness(handle, T::kind) == Liveness::Inherited)
      return DOCA_SUCCESS;
    auto isLive = live(handle);
    doca_error_t status = runChecks(call, isLive, checks...);
    if (status == DOCA_SUCCESS)
      status = end();
    if (status != DOCA_SUCCESS)
      return status;
    if (!removeObject(handle, T::kind)) // removed by another thread
      return DOCA_ERROR_INVALID_VALUE;
    delete handle;
    return DOCA_SUCCESS;
  });
}

/// destroyCall() for objects that only need their destructor.
template <typename T, typename... Checks>
doca_error_t destroyUnused(const char *call, T *handle, Checks... checks) {
  return destroyCall(
      call, handle, [] { return DOCA_SUCCESS; }, unused(handle), checks...);
}

} // namespace dpa::doca

#endif
