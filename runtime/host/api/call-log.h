// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The debug entry for each call of a public function: its arguments, which are
// not followed if they are pointers, and its result.
#ifndef DPA_RUNTIME_HOST_API_CALL_LOG_H
#define DPA_RUNTIME_HOST_API_CALL_LOG_H

#include "base/enum-value.h"

#include <libflexio/flexio.h>

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

namespace dpa::host {

/// An argument or a result.
class LoggedValue {
public:
  template <typename Value> LoggedValue(const Value &value) {
    if constexpr (std::is_pointer_v<Value>) {
      kind_ = Kind::Pointer;
      bits_ = std::bit_cast<uintptr_t>(value);
    } else if constexpr (std::is_enum_v<Value>) {
      kind_ =
          std::is_same_v<Value, flexio_status> ? Kind::Status : Kind::Signed;
      bits_ = static_cast<uint64_t>(shownNumber(value));
    } else {
      kind_ = std::is_signed_v<Value> ? Kind::Signed : Kind::Unsigned;
      bits_ = static_cast<uint64_t>(value);
    }
  }

  /// The number of characters, also if there is less room.
  int write(std::span<char> to) const;

private:
  enum class Kind : uint8_t { Pointer, Signed, Unsigned, Status } kind_;
  uint64_t bits_;
};

/// The arguments of a call, by reference: without a log they cost nothing.
template <typename... Arguments> class Given {
public:
  explicit Given(const Arguments &...arguments) : arguments_(arguments...) {}
  std::array<LoggedValue, sizeof...(Arguments)> values() const {
    return std::apply(
        [](const Arguments &...each) {
          return std::array<LoggedValue, sizeof...(Arguments)>{
              LoggedValue(each)...};
        },
        arguments_);
  }

private:
  std::tuple<const Arguments &...> arguments_;
};

/// Logs "call: (1, 2) = result".
void logCall(const char *call, std::span<const LoggedValue> arguments,
             const LoggedValue &result);

} // namespace dpa::host

#endif
