// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of functions that create and set attributes.
#ifndef DPA_RUNTIME_DOCA_VERBS_ATTRIBUTES_H
#define DPA_RUNTIME_DOCA_VERBS_ATTRIBUTES_H

#include "base/enum-value.h"
#include "runtime/doca/verbs/queue-memory.h"

#include <type_traits>

namespace dpa::doca {

constexpr uint32_t requestsMax = 1U << 15;
constexpr uint32_t userIndexLimit = 1U << 24;
/// A request has at most 63 segments of 16 bytes; two of them are not data segments.
constexpr uint32_t sendSegmentsMax = 61;

/// Number of 64-byte blocks of a request with this many scatter/gather entries.
constexpr uint32_t blocksOf(uint32_t pieces) {
  constexpr uint32_t segmentsOfBlock = 4;
  return (2 + pieces + segmentsOfBlock - 1) / segmentsOfBlock;
}

template <typename T>
doca_error_t createAttributes(const char *call, T **attributes) {
  return apiCall(
      call,
      [&] {
        *attributes = publish(std::make_unique<T>());
        return DOCA_SUCCESS;
      },
      result(attributes, "the result pointer"));
}

/// Sets a member, after further checks. The value is a reference: that of an
/// enumeration may be any number until it is checked.
template <typename T, typename C, typename M, typename V, typename... Checks>
doca_error_t setAttribute(const char *call, T *attributes, M C::*member,
                          const V &value, Checks... checks) {
  return apiCall(
      call,
      [&] {
        attributes->*member = static_cast<M>(value);
        return DOCA_SUCCESS;
      },
      live(attributes), checks...);
}

/// Check: the value is in a range.
inline auto inRange(uint64_t value, uint64_t from, uint64_t to,
                    doca_error_t error = DOCA_ERROR_INVALID_VALUE) {
  return inRange("value", value, from, to, error);
}

/// Check: the number of an enumerator is in a range.
template <typename Enum>
  requires std::is_enum_v<Enum>
auto inRange(const Enum &value, Enum from, Enum to,
             doca_error_t error = DOCA_ERROR_INVALID_VALUE) {
  return inRange(uint64_t{numberOf(value)}, uint64_t{numberOf(from)},
                 uint64_t{numberOf(to)}, error);
}

/// Check: `problem()`, a description of what is wrong, is null.
template <typename Problem> auto noProblem(Problem problem) {
  return [=](const char *call) {
    const char *text = problem();
    if (text)
      sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s", text);
    return text ? DOCA_ERROR_INVALID_VALUE : DOCA_SUCCESS;
  };
}

/// Stores the handle of a queue for device code of `dpa`.
template <typename T>
doca_error_t getDpaHandle(const char *call, T *queue, doca_dpa *dpa,
                          uint64_t *handle) {
  return apiCall(
      call,
      [&] {
        *handle = queue->object.address();
        return DOCA_SUCCESS;
      },
      live(queue), usableDpa(dpa), result(handle, "the handle"),
      require([=] { return queue->memory.dpa == contextOf(dpa); },
              DOCA_ERROR_INVALID_VALUE,
              "the queue was created for another DPA context"));
}

/// Sets an attribute with one supported value.
template <typename T>
doca_error_t keepAttribute(const char *call, T *attributes, uint64_t value,
                           uint64_t supported) {
  return apiCall(
      call, [] { return DOCA_SUCCESS; }, live(attributes),
      inRange(value, supported, supported, DOCA_ERROR_NOT_SUPPORTED));
}

/// For functions that are not supported; `problem` is the message.
template <typename T>
doca_error_t rejectCall(const char *call, T *object, const char *problem) {
  return apiCall(
      call, [] { return DOCA_SUCCESS; }, live(object),
      require([] { return false; }, DOCA_ERROR_NOT_SUPPORTED, problem));
}

/// The attributes of memory, of objects with a member `memory`.
template <typename T>
doca_error_t setMemoryDpa(const char *call, T *attributes, doca_dpa *dpa) {
  return apiCall(
      call,
      [&] {
        attributes->memory.dpa = dpa;
        return DOCA_SUCCESS;
      },
      live(attributes), liveDpa(dpa));
}

template <typename T>
doca_error_t setMemoryPlace(const char *call, T *attributes,
                            QueuePlace QueueMemoryChoice::*part,
                            doca_umem *umem, uint64_t offset) {
  return apiCall(
      call,
      [&] {
        attributes->memory.*part = {umem, offset};
        return DOCA_SUCCESS;
      },
      live(attributes), live(umem),
      require([=] { return offset < umem->size; }, DOCA_ERROR_INVALID_VALUE,
              "umem_offset is out of bounds of the umem"));
}

template <typename T>
doca_error_t setMemoryUar(const char *call, T *attributes, doca_uar *uar) {
  return apiCall(
      call,
      [&] {
        attributes->memory.uar = uar;
        return DOCA_SUCCESS;
      },
      live(attributes), live(uar));
}

} // namespace dpa::doca

#endif
