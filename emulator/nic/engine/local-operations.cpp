// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies within the memory of a queue's protection domain.
#include "emulator/nic/engine/local-operations.h"

#include "emulator/nic/engine/request-errors.h"

#include <algorithm>
#include <array>
#include <new>

namespace dpa {
std::optional<WqeError>
LocalOperations::execute(const SendRequest &request) try {
  const WqeData &source = request.data[0];
  const WqeData &target = request.data[1];
  if (request.control.modifier == DPA_WQE_MMO_TRANSPOSE)
    return transpose(request.transpose, source, target);
  return copy(source, target);
} catch (const std::bad_alloc &) {
  return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION,
                  "the host program is out of memory"};
}

std::optional<WqeError> LocalOperations::check(const WqeData &source,
                                               const WqeData &target) {
  if (source.length != target.length)
    return WqeError{DPA_SYNDROME_LOCAL_LENGTH,
                    "source and target have different lengths"};
  if (auto error = protectionError(
          memory_.check(source.lkey, source.address, source.length, false)))
    return error;
  return protectionError(
      memory_.check(target.lkey, target.address, target.length, true));
}

std::optional<WqeError> LocalOperations::copy(const WqeData &source,
                                              const WqeData &target) {
  constexpr size_t pieceMax = 4096;
  if (auto error = check(source, target))
    return error;
  std::array<std::byte, pieceMax> piece;
  for (uint64_t done = 0; done < source.length;) {
    const auto bytes = std::span(piece).first(
        std::min<uint64_t>(pieceMax, source.length - done));
    KeyError error = memory_.read(source.lkey, source.address + done, bytes);
    if (error == KeyError::None)
      error = memory_.write(target.lkey, target.address + done, bytes);
    if (error != KeyError::None) // revoked or unmapped meanwhile
      return protectionError(error);
    done += bytes.size();
  }
  return std::nullopt;
}

std::optional<WqeError> LocalOperations::transpose(const Transpose &matrix,
                                                   const WqeData &source,
                                                   const WqeData &target) {
  const size_t element = matrix.elementSize;
  const size_t columns = matrix.columns;
  const size_t rows = matrix.rows;
  if (source.length != rows * columns * element)
    return WqeError{DPA_SYNDROME_LOCAL_LENGTH,
                    "the source does not have the size of the matrix"};
  if (auto error = check(source, target))
    return error;
  before_.resize(source.length);
  after_.resize(source.length);
  if (auto error =
          protectionError(memory_.read(source.lkey, source.address, before_)))
    return error;
  for (size_t row = 0; row < rows; ++row)
    for (size_t column = 0; column < columns; ++column)
      std::ranges::copy(std::span(before_).subspan(
                            (row * columns + column) * element, element),
                        after_.begin() + static_cast<ptrdiff_t>(
                                             (column * rows + row) * element));
  return protectionError(memory_.write(target.lkey, target.address, after_));
}

} // namespace dpa
