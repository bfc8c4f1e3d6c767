// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The border to C: a public function is an ApiCall of its checks, and a body that
// runs if all of them pass:
//
//   return ApiCall(__func__, Given(process, cq), ResultPointer(cq),
//                  Live(processes, process))
//       .status([&](const char *call, auto &process) { ... });
//
// Checks run in the order in which they stand; the first that fails is logged.
// No exception leaves the call, and it is not cancelled in its middle. At the
// debug level its arguments and its result are logged.
#ifndef DPA_RUNTIME_HOST_API_API_CALL_H
#define DPA_RUNTIME_HOST_API_API_CALL_H

#include "base/result.h"
#include "base/uncancelled.h"
#include "runtime/host/api/call-log.h"
#include "runtime/host/support/handles.h"
#include "runtime/host/support/log.h"

#include <cxxabi.h>
#include <exception>
#include <new>
#include <optional>
#include <tuple>

namespace dpa::host {

/// Result of body(), or `onError` if it throws, which is logged as an error of
/// `call`. The unwinding of pthread_exit() in a program's callback passes through.
template <typename Value, typename Body>
Value guarded(const char *call, Value onError, Body &&body) {
  try {
    return body();
  } catch (abi::__forced_unwind &) {
    throw;
  } catch (const std::bad_alloc &) {
    logError(call, "out of host memory");
  } catch (const std::exception &error) {
    logError(call, "%s", error.what());
  } catch (...) {
    logError(call, "unknown exception");
  }
  return onError;
}

/// What a check that gives nothing to the body returns.
using Passed = std::optional<std::tuple<>>;
constexpr Passed passedIf(bool condition) {
  return condition ? Passed(std::tuple()) : std::nullopt;
}

/// Check: no pointer is null.
template <typename... Pointers> class NotNull {
public:
  /// `what` as in "the attributes are", for the log.
  explicit NotNull(const char *what, Pointers... pointers)
      : what_(what), areSet_((pointers && ...)) {}
  Passed run(const char *call) const {
    if (!areSet_)
      logError(call, "%s NULL", what_);
    return passedIf(areSet_);
  }

private:
  const char *what_;
  bool areSet_;
};

template <typename Attributes>
NotNull<Attributes *> attributesGiven(Attributes *attributes) {
  return NotNull("the attributes are", attributes);
}

/// Check: the pointer to a result is not null; the result is cleared.
template <typename Value> class ResultPointer {
public:
  explicit ResultPointer(Value *result) : result_(result) {}
  Passed run(const char *call) const {
    if (result_)
      *result_ = Value();
    return NotNull("the result pointer is", result_).run(call);
  }

private:
  Value *result_;
};

/// Check: the handle is that of a live object, which the body gets. `Table` is
/// Handles or AppRegistry.
template <typename Table> class Live {
public:
  Live(Table &(*table)(), const void *handle)
      : table_(table), handle_(handle) {}
  auto run(const char *call) const {
    auto object = table_().expect(call, handle_);
    return object ? std::optional(std::tuple(std::move(object))) : std::nullopt;
  }

private:
  Table &(*table_)();
  const void *handle_;
};

/// Trivial, as its checks are: see base/uncancelled.h.
template <typename Arguments, typename... Checks> class ApiCall {
public:
  ApiCall(const char *call, Arguments given, Checks... checks)
      : call_(call), given_(given), checks_(checks...) {}

  /// Runs body(call, what the checks found...); `onError` if a check fails.
  template <typename Value, typename Body>
  Value value(Value onError, Body body) {
    return uncancelled([&] {
      Value result =
          guarded(call_, onError, [&] { return checked(onError, body); });
      if (isLogged(LogLevel::Debug, call_))
        logCall(call_, given_.values(), result);
      return result;
    });
  }

  /// The same for functions that return a pointer.
  template <typename Pointee, typename Body> Pointee *pointer(Body body) {
    return value(static_cast<Pointee *>(nullptr), body);
  }

  /// The same for the many functions that return a status.
  template <typename Body> flexio_status status(Body body) {
    return value(FLEXIO_STATUS_FAILED, body);
  }

private:
  /// Runs the checks from `Index` on; `found` is what those before have found.
  template <size_t Index = 0, typename Value, typename Body, typename... Found>
  Value checked(Value onError, Body &body, const Found &...found) {
    if constexpr (Index == sizeof...(Checks)) {
      return body(call_, found...);
    } else {
      auto next = std::get<Index>(checks_).run(call_);
      if (!next)
        return onError;
      return std::apply(
          [&](const auto &...more) {
            return checked<Index + 1>(onError, body, found..., more...);
          },
          *next);
    }
  }

  const char *call_;
  Arguments given_;
  std::tuple<Checks...> checks_;
};

/// The functions that destroy. Null and inherited handles succeed without effect.
/// A live handle is removed from its table, then end(object) runs.
template <typename Object, typename End>
flexio_status destroyHandle(const char *call, Handles<Object> &(*table)(),
                            const void *handle, End end) {
  return ApiCall(call, Given(handle)).status([&](const char *) {
    if (!handle || table().isInherited(handle))
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<Object> gone = table().take(call, handle);
    if (!gone)
      return FLEXIO_STATUS_FAILED;
    return end(*gone);
  });
}
template <typename Object>
flexio_status destroyHandle(const char *call, Handles<Object> &(*table)(),
                            const void *handle) {
  return destroyHandle(call, table, handle,
                       [](Object &) { return FLEXIO_STATUS_SUCCESS; });
}

/// The same for an object that others may use. retire(call, object) says whether
/// none does, and logs for `call` if one does.
template <typename Object, typename Retire>
flexio_status destroyUnused(const char *call, Handles<Object> &(*table)(),
                            const void *handle, Retire retire) {
  return ApiCall(call, Given(handle)).status([&](const char *name) {
    if (!handle || table().isInherited(handle))
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<Object> found = table().expect(name, handle);
    return found && retire(name, *found) && table().remove(handle)
               ? FLEXIO_STATUS_SUCCESS
               : FLEXIO_STATUS_FAILED;
  });
}

/// The status of what was done; an error is logged.
inline flexio_status statusOf(const char *call, const Result<void> &done) {
  if (done)
    return FLEXIO_STATUS_SUCCESS;
  logError(call, "%s", done.error().message.c_str());
  return FLEXIO_STATUS_FAILED;
}

} // namespace dpa::host

#endif
