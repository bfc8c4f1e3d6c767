// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value or an Error: what functions that can fail return (C++20
// has no std::expected). An Error is one line, "what is wrong (expected X, got
// Y)", without program or file name: the caller adds them with `in`.
#ifndef DPA_BASE_RESULT_H
#define DPA_BASE_RESULT_H

#include <string>
#include <utility>
#include <variant>

namespace dpa {

struct [[nodiscard]] Error {
  std::string message;

  /// The same error, with the place it belongs to in front: "place: message".
  Error in(const std::string &place) const { return {place + ": " + message}; }
};

/// Either a T or an Error. Test it before `*` or `->` is used.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }

  T &operator*() & { return *std::get_if<0>(&content_); }
  const T &operator*() const & { return *std::get_if<0>(&content_); }
  T &&operator*() && { return std::move(*std::get_if<0>(&content_)); }
  T *operator->() { return std::get_if<0>(&content_); }
  const T *operator->() const { return std::get_if<0>(&content_); }

  const Error &error() const { return *std::get_if<1>(&content_); }

private:
  std::variant<T, Error> content_;
};

/// Success without a value: `return {};`.
template <> class [[nodiscard]] Result<void> {
public:
  Result() = default;
  Result(Error error) : failure_(std::move(error)), isOk_(false) {}

  explicit operator bool() const { return isOk_; }
  const Error &error() const { return failure_; }

private:
  Error failure_;
  bool isOk_ = true;
};

} // namespace dpa

#endif
