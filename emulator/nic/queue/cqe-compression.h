// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which completions of a queue are compressed: those that fit an ordinary one
// before them, the title. They are collected until an array of them is written.
// An array may follow another one with the same title. Not thread safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_CQE_COMPRESSION_H
#define DPA_EMULATOR_NIC_QUEUE_CQE_COMPRESSION_H

#include "emulator/nic/wire/cqe.h"

#include <array>
#include <optional>
#include <span>

namespace dpa {

class CqeCompression {
public:
  /// Without a format nothing is compressed.
  explicit CqeCompression(std::optional<MiniCqeFormat> format)
      : format_(format) {}

  bool isOn() const { return format_.has_value(); }
  bool isEmpty() const { return size_ == 0; }
  bool isFull() const { return size_ == collected_.size(); }

  bool fits(const Completion &completion) const {
    return format_ && title_ && !isFull() &&
           fitsTitle(*title_, completion, distance_ + 1, *format_);
  }
  /// Of one that fits.
  void collect(const Completion &completion) {
    collected_[size_++] = completion;
    ++distance_;
  }
  /// The array of those that were collected, which then begin anew.
  CqeBytes take(uint8_t validity) {
    const auto taken = std::span(collected_).first(size_);
    size_ = 0;
    return writeMiniCqes(taken, format_.value_or(MiniCqeFormat::ByteCountHash),
                         validity);
  }

  /// An ordinary completion was written.
  void setTitle(const Completion &completion) {
    if (isOn())
      title_ = completion;
    distance_ = 0;
  }

  /// An entry that is not a completion was written: nothing fits before the next title.
  void clearTitle() { title_.reset(); }

private:
  const std::optional<MiniCqeFormat> format_;
  std::optional<Completion> title_;
  unsigned distance_ = 0; ///< completions after the title
  std::array<Completion, DPA_MINI_CQES_MAX> collected_;
  size_t size_ = 0;
};

} // namespace dpa

#endif
