// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 of bytes, by OpenSSL.
#ifndef DPA_AUTHENTICATION_DIGEST_H
#define DPA_AUTHENTICATION_DIGEST_H

#include "base/bytes.h"

namespace dpa::auth {

using Digest = std::array<std::byte, 32>;

Digest sha256(ByteView bytes);

} // namespace dpa::auth

#endif
