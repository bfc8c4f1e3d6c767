// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys and known answers of test/authentication/Inputs/known, and files that tests
// make of them.
#ifndef DPA_TEST_UNIT_AUTHENTICATION_KNOWN_FILES_H
#define DPA_TEST_UNIT_AUTHENTICATION_KNOWN_FILES_H

#include "authentication/certificate-container.h"
#include "authentication/keys.h"
#include "authentication/nv-file.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace dpa::auth::test {

inline std::string knownPath(const std::string &name) {
  return std::string(DPA_KNOWN_FOLDER) + "/" + name;
}

inline Bytes known(const std::string &name) {
  std::ifstream file(knownPath(name), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_FALSE(text.empty()) << name;
  const ByteView view = viewOf(text);
  return Bytes(view.begin(), view.end());
}

inline PrivateKey keyOf(const std::string &name) {
  Result<PrivateKey> key = PrivateKey::open(knownPath(name + "-key.pem"));
  EXPECT_TRUE(key) << key.error().message;
  return *key;
}

inline const Uuid ownerUuid = *parseUuid("11111111222233334444555555555555");
inline const Uuid rootUuid = *parseUuid("aaaaaaaabbbbccccddddeeeeeeeeeeee");

/// Changes of one file that must not go unnoticed: each byte with two bits
/// flipped in turn, each length that is shorter, a byte more.
template <typename Check> void tamper(const Bytes &original, Check check) {
  for (size_t at = 0; at < original.size(); ++at)
    for (const unsigned bit : {0x01u, 0x80u}) {
      Bytes changed = original;
      changed[at] ^= std::byte(bit);
      check(changed,
            "bit " + std::to_string(bit) + " of byte " + std::to_string(at));
    }
  for (size_t size = 0; size < original.size(); ++size)
    check(Bytes(original.begin(), original.begin() + ptrdiff_t(size)),
          "cut to " + std::to_string(size));
  for (const unsigned value : {0x00u, 0xFFu}) {
    Bytes longer = original;
    longer.push_back(std::byte(value));
    check(longer, "one byte more");
  }
}

} // namespace dpa::auth::test

#endif
