// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and splits crypto data (authentication/crypto-data.h).
#include "authentication/crypto-data.h"

#include "authentication/big-endian.h"
#include "authentication/keys.h"

namespace dpa::auth {

namespace {

constexpr uint32_t attributesBit = uint32_t{1} << 29;
constexpr uint32_t rsaSha512 = 2;

} // namespace

Result<Bytes> makeSigningInput(ByteView elf, HashListForm form,
                               std::optional<ByteView> attributes) {
  const Result<Bytes> list = makeHashList(elf, form, attributes);
  if (!list)
    return list.error();
  Bytes input;
  appendWord(input, 0);
  appendWord(input, attributes ? attributesBit : 0);
  appendFill(input, 0x3C - input.size(), 0);
  appendWord(input, rsaSha512);
  append(input, *list);
  return input;
}

Result<Bytes> makeCryptoData(ByteView signingInput, ByteView signature,
                             ByteView chain) {
  Bytes data(signingInput.begin(), signingInput.end());
  append(data, signature);
  append(data, chain);
  while (data.size() % 4 != 0)
    data.push_back(std::byte(0xFF));
  if (data.size() > cryptoDataSizeMax)
    return Error{"crypto data of " + std::to_string(data.size()) +
                 " bytes do not fit into a signature slot (at most 65536)"};
  return data;
}

Result<CryptoData> splitCryptoData(ByteView bytes) {
  if (bytes.size() % 4 != 0 || bytes.size() > cryptoDataSizeMax ||
      bytes.size() <= cryptoMetadataSize)
    return Error{"crypto data of " + std::to_string(bytes.size()) +
                 " bytes (expected a multiple of 4, at most 65536)"};
  const ByteView rest = bytes.subspan(cryptoMetadataSize);
  const Result<size_t> listSize = hashListSize(rest);
  if (!listSize)
    return listSize.error();
  if (rest.size() - *listSize <= signatureSize)
    return Error{"crypto data are truncated"};
  CryptoData data;
  data.signedBytes = bytes.first(cryptoMetadataSize + *listSize);
  data.metadata = bytes.first(cryptoMetadataSize);
  data.hashList = rest.first(*listSize);
  data.signature = rest.subspan(*listSize, signatureSize);
  data.chain = rest.subspan(*listSize + signatureSize);
  return data;
}

} // namespace dpa::auth
