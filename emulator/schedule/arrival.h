// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host program does to a device that its execution units may notice:
// an arrival. Reproducible runs record the moment of each.
#ifndef DPA_EMULATOR_SCHEDULE_ARRIVAL_H
#define DPA_EMULATOR_SCHEDULE_ARRIVAL_H

#include <compare>
#include <cstdint>

namespace dpa {

/// The address of a Change.
enum class ChangeOf : uint64_t {
  ThreadCreate,
  ThreadRun,
  ThreadActivate,
  ThreadDestroy,
  NicCreate,
  NicDestroy,
  ErrorHandler,
  TaskQueueCreate,
  TaskQueueRun,
  TaskQueueAdd,
  TaskQueueIsEmpty,
  TaskQueueDestroy,
  QueueError,
  SteeringCreate,
  SteeringChange,
  SteeringDestroy,
  Moderation,
  NicChange,
  NicRing,
  NicArm,
  LinkQuery,
  FunctionOpen,
  FunctionDisconnect,
  NicQuery,
};

/// Number of a process or a port in recordings, of device `device`: 0 is the one that has
/// begun the recording.
constexpr uint64_t ofDevice(uint32_t device, uint64_t number) {
  return uint64_t{device} << 32 | number;
}
constexpr uint32_t deviceOfArrival(uint64_t number) {
  return static_cast<uint32_t>(number >> 32);
}
/// Its number in the device.
constexpr uint32_t numberInDevice(uint64_t number) {
  return static_cast<uint32_t>(number);
}

/// Number of a process of function `vport` (0: the card's own) in recordings: 65536 * vport
/// + process. Numbers of processes are reduced modulo 65536 if vport is not 0.
constexpr uint32_t arrivalProcess(uint32_t vport, uint32_t process) {
  return vport == 0 ? process : vport << 16 | (process & 0xffff);
}
/// The vport in arrivalProcess(). Wrong for vport 0 and processes above 65535.
constexpr uint32_t vportOfArrival(uint64_t number) {
  return numberInDevice(number) >> 16;
}
/// The process in arrivalProcess(), modulo 65536.
constexpr uint32_t processOfArrival(uint64_t number) {
  return numberInDevice(number) & 0xffff;
}

struct Arrival {
  enum class Kind : uint8_t {
    Open,
    Create,
    Destroy,
    Call,
    Read,
    Write,
    Fill,
    Ended, ///< in recordings only: a process ended; later arrivals at it change
           ///< nothing and are not recorded
    Change,  ///< something in a process is created, changed or destroyed
    Timeout, ///< in recordings only: a call has waited for an execution unit for
             ///< too long
    Port,    ///< in recordings only: the live port that the device has opened
    Frame,   ///< a live port has received one
    Link,    ///< the link of a live port is up or down (arg0) from now on
    Sent,    ///< in recordings only: a live port has sent a frame
    Join,    ///< another device is opened, which has the same order of turns
  };

  Kind kind = Kind::Open;
  uint64_t process = 0; ///< id; 0: none yet. Of ports: the number of the port
  uint64_t address = 0; ///< Call: function; copies: where; Change: which
  uint64_t size = 0;    ///< copies: bytes; Call: of its arguments
  const void *data = nullptr; ///< Write, Frame: what; Join: name and number of
                              ///< units; Call: its arguments, for arg0
  uint64_t arg0 = 0;          ///< Call, Change, Link; Fill: the value
  uint64_t arg1 = 0;          ///< Call, Change
};

/// Identifies an arrival in another run: its kind and its contents, but not the
/// addresses of buffers, which depend on which host thread was first.
struct ArrivalKey {
  Arrival::Kind kind = Arrival::Kind::Open;
  uint64_t process = 0; ///< or port: isOfPort()
  uint64_t digest = 0;

  auto operator<=>(const ArrivalKey &) const = default;
};

/// Whether the rest of a recording has an arrival.
enum class Awaited : uint8_t {
  No,
  Later,     ///< after others
  Next,      ///< it is the next one
  Unchecked, ///< no recording is followed, or it is over
};

/// Whether it is of a port, whose number it has in place of a process.
constexpr bool isOfPort(Arrival::Kind kind) {
  return kind == Arrival::Kind::Port || kind == Arrival::Kind::Frame ||
         kind == Arrival::Kind::Link || kind == Arrival::Kind::Sent;
}

/// Whether its cause is outside of the program, so that a replay repeats it from the
/// recording.
constexpr bool isInput(Arrival::Kind kind) {
  return kind == Arrival::Kind::Frame || kind == Arrival::Kind::Link;
}

/// On the thread of the arrival, once for each.
ArrivalKey keyOf(const Arrival &arrival);

} // namespace dpa

#endif
