// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of a state directory: settings, root certificates, identity, the vendor's key. The
// envelope has a digest, so the contents are also read without the envelope.
#include "emulator/authentication/apply-container.h"
#include "emulator/authentication/store-files.h"

using namespace dpa;

static constexpr std::string_view magic = "DPAEMU.NVSTORE.1";

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ByteView bytes = std::as_bytes(std::span(data, size));
  const auto content = auth::unwrapContent(magic, bytes);
  if (content &&
      auth::wrapContent(magic, *content) != Bytes(bytes.begin(), bytes.end()))
    __builtin_trap();
  const auto whole =
      auth::unwrapContent(magic, auth::wrapContent(magic, bytes));
  if (!whole || *whole != Bytes(bytes.begin(), bytes.end()))
    __builtin_trap();
  if (const auto values = auth::readValues(bytes))
    if (auth::valueBytes(*values) != Bytes(bytes.begin(), bytes.end()))
      __builtin_trap();
  if (const auto root = auth::readStoredRoot(bytes))
    if (root->uuid.isZero() || !root->certificate.isSelfSigned())
      __builtin_trap();
  if (const auto identity = auth::parseIdentity(dpa::textOf(bytes)))
    if (!auth::parseIdentity(auth::identityText(*identity)))
      __builtin_trap();
  (void)static_cast<bool>(auth::PublicKey::fromPem(bytes));
  return 0;
}
