// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Digests of arrivals.
#include "emulator/schedule/arrival-key.h"

#include "emulator/schedule/digest.h"

namespace dpa {
namespace {

/// The last thing that this thread wrote to device memory.
struct LastWrite {
  uint32_t process = 0;
  uint64_t address = 0;
  uint64_t digest = 0;
};

thread_local LastWrite ThreadWrote;

uint64_t digestOfCall(const Arrival &call) {
  Digest digest;
  digest.number(call.address).number(call.arg1);
  bool written = ThreadWrote.process == call.process &&
                 ThreadWrote.address == call.arg0 && call.arg0 != 0;
  return digest.number(written ? ThreadWrote.digest : call.arg0).value();
}

uint64_t digestOfWrite(const Arrival &write) {
  uint64_t digest = Digest().bytes(write.data, write.size).value();
  ThreadWrote = {write.process, write.address, digest};
  return digest;
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
    key.digest = digestOfWrite(arrival);
    break;
  case Arrival::Kind::Read:
  case Arrival::Kind::Fill:
    key.digest = Digest().number(arrival.size).number(arrival.arg0).value();
    break;
  }
  return key;
}

} // namespace dpa
