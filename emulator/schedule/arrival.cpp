// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests of arrivals.
#include "emulator/schedule/arrival.h"

#include "emulator/schedule/digest.h"

namespace dpa {
namespace {

/// Arguments are compared by content, not by the address of their buffer.
uint64_t digestOfCall(const Arrival &call) {
  Digest digest;
  digest.number(call.address).number(call.arg1).number(call.size);
  if (call.size != 0)
    return digest.bytes(call.data, call.size).value();
  return digest.number(call.arg0).value();
}

} // namespace

ArrivalKey keyOf(const Arrival &arrival) {
  ArrivalKey key{arrival.kind, arrival.process, 0};
  switch (arrival.kind) {
  case Arrival::Kind::Open:
  case Arrival::Kind::Create:
  case Arrival::Kind::Destroy:
  case Arrival::Kind::Ended:
  case Arrival::Kind::Timeout:
  case Arrival::Kind::Port:
  case Arrival::Kind::Sent:
    break;
  case Arrival::Kind::Link:
    key.digest = arrival.arg0;
    break;
  case Arrival::Kind::Call:
    key.digest = digestOfCall(arrival);
    break;
  case Arrival::Kind::Change:
    key.digest = Digest()
                     .number(arrival.address)
                     .number(arrival.arg0)
                     .number(arrival.arg1)
                     .value();
    break;
  case Arrival::Kind::Write:
  case Arrival::Kind::Frame:
  case Arrival::Kind::Join:
    key.digest = Digest().bytes(arrival.data, arrival.size).value();
    break;
  case Arrival::Kind::Read:
  case Arrival::Kind::Fill:
    key.digest = Digest().number(arrival.size).number(arrival.arg0).value();
    break;
  }
  return key;
}

} // namespace dpa
