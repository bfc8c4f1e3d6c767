// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An incremental digest (FNV-1a, 64 bits). Distinguishes contents and detects
// damage; not secure against deliberate collisions.
#ifndef DPA_EMULATOR_SCHEDULE_DIGEST_H
#define DPA_EMULATOR_SCHEDULE_DIGEST_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dpa {

class Digest {
public:
  Digest &bytes(const void *data, size_t size) {
    const auto *byte = static_cast<const unsigned char *>(data);
    for (size_t i = 0; i < size; ++i)
      value_ = (value_ ^ byte[i]) * 0x100000001b3;
    return *this;
  }
  Digest &text(std::string_view text) {
    return bytes(text.data(), text.size());
  }
  Digest &number(uint64_t number) { return bytes(&number, sizeof number); }
  uint64_t value() const { return value_; }

private:
  uint64_t value_ = 0xcbf29ce484222325;
};

} // namespace dpa

#endif
