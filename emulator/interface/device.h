// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device interface: what runtime/host needs of a DPA, and the seam at which
// a real card would plug in. Everything is a value or a blocking call; faults
// of device code are values (Crash), never signals or exceptions. Addresses in
// device memory are uint64_t. Thread safe unless said otherwise.
//
// The child of a fork() begins without devices. It must neither use nor destroy
// what its parent has of this interface: the threads behind it are the parent's.
#ifndef DPA_EMULATOR_INTERFACE_DEVICE_H
#define DPA_EMULATOR_INTERFACE_DEVICE_H

#include "emulator/interface/host-nic.h"
#include "emulator/interface/memory-violation.h"
#include "emulator/interface/messages.h"
#include "emulator/interface/nic.h"
#include "emulator/interface/process-state.h"
#include "emulator/interface/profile.h"
#include "emulator/interface/queue-pair.h"
#include "emulator/interface/steering.h"
#include "emulator/interface/task-queue.h"
#include "emulator/interface/thread.h"

#include "emulator/interface/host-memory.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#define DPA_DEVICE_API __attribute__((visibility("default")))

namespace dpa {

/// Machine state at the instruction that ended a process: a fault, or the call by
/// which the program asked for it. Symbols are added by the host library.
struct Crash {
  uint8_t status = 0; ///< runtime/abi/process-status.h
  uint64_t pc = 0;
  uint64_t cause = 0;   ///< mcause
  uint64_t address = 0; ///< mtval; if the program ended the process, its code
  std::array<uint64_t, 32> x{};
  uint32_t eu = 0;
  uint32_t thread = 0;
  bool machineMode = false;     ///< the firmware itself faulted
  std::string detail;           ///< more about the fault; may be empty
  std::vector<std::byte> stack; ///< of the thread, from x[2] (sp) on; or empty
};

struct HeapViolation;
class HeapChecker;

/// Receives what a process sends to its host. Called on the host thread of an
/// EU, which it blocks: must wait for nothing but a slow reader of messages, and
/// must not call the process.
class ProcessObserver {
public:
  virtual ~ProcessObserver() = default;
  /// A message of the device code; `text` has any bytes and lives only during
  /// the call.
  virtual void message(uint32_t stream, uint32_t eu,
                       std::string_view text) noexcept = 0;
  /// Records of a stream's message ring (runtime/abi/message-rings.h), the
  /// first of them at `position`; also any bytes.
  virtual void messageRecords(uint32_t stream, uint64_t position,
                              std::string_view records) noexcept = 0;
  /// The process has ended with a status other than 0; called once. `crash` is
  /// null when no instruction has ended it (out of host memory, replays).
  virtual void ended(uint8_t status, const Crash *crash) noexcept = 0;
  /// A fault that was passed to the error handler; the process continues.
  virtual void recovered(const Crash & /*crash*/) noexcept {}
  /// Called for a rejected request of device code, such as a doorbell; the process
  /// continues. `at` is the state of the code that issued it.
  virtual void refused(const Crash & /*at*/,
                       std::string_view /*why*/) noexcept {}
  /// The callers of the function that runs in this state, as text for messages.
  virtual std::string callersText(const Crash & /*at*/) { return {}; }
  /// A hint why something does not happen.
  virtual void note(std::string_view /*text*/) noexcept {}
  /// Something that the user should know although the process continues.
  virtual void warn(std::string_view /*text*/) noexcept {}
  virtual void misaligned(const MisalignedAccess & /*access*/) noexcept {}
  /// Only of a device with a profile(). Valid during the call.
  virtual void sampled(const ProfileSample & /*sample*/) noexcept {}
  /// Only of a device with a perf map: device code was translated.
  virtual void translated(const HostCode & /*code*/) noexcept {}
  /// The memory-model check has found something; once for each place.
  virtual void violation(const MemoryViolation & /*violation*/) noexcept {}
  /// The heap check has found something (heap-check.h); once for each place.
  virtual void heapViolation(const HeapViolation & /*violation*/) noexcept {}
};

enum class CallResult : uint8_t {
  Ok,
  ProcessEnded, ///< before or during the call; status() says why
  BadAffinity,  ///< no such EU or group
  NotReturned,  ///< the function did not return but finished its thread
                ///< (flexio_dev_thread_finish and the like)
  TimedOut,     ///< no execution unit became free in time
  BadArguments, ///< not in the memory of the process
};

class Device;

struct AddressRange {
  uint64_t base = 0;
  uint64_t size = 0;
};

/// function(arg0, arg1).
struct CallRequest {
  uint64_t function = 0; ///< device address
  uint64_t arg0 = 0;
  uint64_t arg1 = 0;
  Affinity affinity;
  /// What is stored at arg0 when the call begins; empty: nothing. It is one
  /// arrival with the call, whatever buffer is used.
  std::span<const std::byte> arguments;
  /// If given: set when the call is ProcessEnded, and not by what it ran.
  bool *wasEndedByOther = nullptr;
  std::string_view label = {}; ///< of the function, for the timeline
};

/// One DPA process: an address space, its EUs' view of it, and its status.
/// Destroying it stops everything in it; objects made in it are destroyed first.
class Process {
public:
  virtual ~Process() = default;

  /// Runs a function in user mode on an EU and waits for its end.
  virtual CallResult call(const CallRequest &request, uint64_t &value) = 0;

  /// Copies from and to the process's data and heap; false, and nothing done,
  /// if the range is not wholly inside.
  virtual bool read(uint64_t address, void *buffer, size_t size) = 0;
  virtual bool write(uint64_t address, const void *buffer, size_t size) = 0;
  virtual bool fill(uint64_t address, int value, size_t size) = 0;

  /// The same for words that the host has put between buffers, and for counters that
  /// only the host reads. They are not arrivals: no result of correct device code
  /// depends on such accesses, so that a run and its recording do not, either.
  virtual bool readGuard(uint64_t address, uint64_t &word) {
    return read(address, &word, sizeof word);
  }
  virtual bool writeGuard(uint64_t address, uint64_t word) {
    return write(address, &word, sizeof word);
  }

  /// Has to know the blocks of the heap (heap-check.h); null: the heap is not
  /// checked.
  virtual HeapChecker *heapChecker() { return nullptr; }

  /// Ends all activations and begins no more; the memory stays.
  virtual void stop() {}

  /// Gives tools access to the process; 0: not allowed.
  virtual uint64_t debugToken() { return 0; }

  /// Null on failure, with a message in `error`.
  virtual std::unique_ptr<Thread>
  createThread(const ThreadSettings & /*settings*/, std::string &error) {
    error = "this device has no threads";
    return nullptr;
  }

  virtual ProcessWindows &windows() = 0;
  /// function(thread context, error) in which threads continue after an error
  /// that does not end the process (runtime/abi/outbox.h).
  virtual void setErrorHandler(uint64_t /*function*/) {}

  /// The network card. To the process's own UAR, which is there from the start,
  /// belong all outboxes. Null on failure, with a message in `error`.
  virtual uint32_t uar() const { return 0; }
  virtual std::unique_ptr<Uar> createUar(std::string &error) {
    error = "this device has no UARs";
    return nullptr;
  }
  /// The UAR that a process has on another device; always the same one of a
  /// device, until the process ends.
  virtual std::unique_ptr<ExtendedUar>
  extendUar(const std::shared_ptr<Device> & /*other*/, std::string &error) {
    error = "this device has no queues of other devices";
    return nullptr;
  }
  /// The number of another device; 0: no UAR was extended to it.
  virtual uint32_t extensionTo(const Device & /*other*/) const { return 0; }
  /// `pcc`: it takes doorbells of congestion control.
  virtual std::unique_ptr<Outbox> createOutbox(bool /*pcc*/,
                                               std::string &error) {
    error = "this device has no outboxes";
    return nullptr;
  }
  virtual std::unique_ptr<CompletionQueue>
  createCq(const CqSettings & /*settings*/, std::string &error) {
    error = "this device has no completion queues";
    return nullptr;
  }
  virtual std::unique_ptr<EventQueue>
  createEventQueue(const EqSettings & /*settings*/, std::string &error) {
    error = "this device has no event queues";
    return nullptr;
  }
  virtual std::unique_ptr<SendQueue>
  createSendQueue(const WorkQueueSettings & /*settings*/, std::string &error) {
    error = "this device has no send queues";
    return nullptr;
  }
  virtual std::unique_ptr<ReceiveQueue>
  createReceiveQueue(const WorkQueueSettings & /*settings*/,
                     std::string &error) {
    error = "this device has no receive queues";
    return nullptr;
  }

  virtual std::unique_ptr<QueuePair>
  createQueuePair(const QueuePairSettings & /*settings*/, std::string &error) {
    error = "this device has no queue pairs";
    return nullptr;
  }
  virtual std::unique_ptr<SharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings & /*settings*/,
                           std::string &error) {
    error = "this device has no shared receive queues";
    return nullptr;
  }

  /// Null on failure, with a message in `error`.
  virtual std::unique_ptr<TaskQueue>
  createTaskQueue(const TaskQueueSettings & /*settings*/, std::string &error) {
    error = "this device has no task queues";
    return nullptr;
  }

  /// How long a call waits for an execution unit; 0: for ever.
  virtual uint64_t callTimeoutMilliseconds() const { return 0; }

  virtual AddressRange heap() const = 0;
  virtual uint32_t id() const = 0;

  /// 0 while alive; then why it ended (process-status.h).
  virtual uint8_t status() const = 0;
  virtual std::optional<Crash> crash() const = 0;

  /// Of a device with a profile(): what the units of the process that have no
  /// activation have used, with what they have used since their last sample.
  virtual std::vector<UnitUse> unitUse() const { return {}; }

  /// Waits until nothing of an ended process runs. Nothing, with a message in
  /// `error`: it is alive.
  virtual std::optional<ProcessState> endedState(std::string &error) {
    error = "this device does not show the state of processes";
    return std::nullopt;
  }
};

/// What an execution unit has done since its device was opened.
struct EuCounters {
  uint64_t activations = 0;  ///< that have ended
  uint64_t instructions = 0; ///< exact, with the firmware's
  uint64_t cycles = 0;       ///< while it was busy, at the modelled clock
  uint64_t nanoseconds = 0;  ///< the same time
};

/// An activation begins on an execution unit or leaves it.
struct ScheduleSample {
  enum class Kind : uint8_t { In, Out } kind = Kind::In;
  uint32_t eu = 0;
  uint32_t process = 0;
  uint32_t thread = 0;
  uint64_t activation = 0; ///< number on its EU; In and Out have the same
  uint64_t microseconds = 0;
  uint64_t cycles = 0;
  uint64_t instructions = 0; ///< of the EU so far
};

struct ScheduleTrace {
  std::vector<ScheduleSample> samples; ///< in the order of time on each EU
  bool isFull = false;                 ///< later ones were dropped
};

struct ProcessSettings {
  std::span<const std::byte> image; ///< device ELF; copied
  std::string name;
  std::string_view app = {}; ///< whose image it is, for messages
  /// Crypto data of the image, for devices that authenticate programs; empty: the
  /// program is unsigned.
  std::span<const std::byte> signature = {};
  /// Reads the permissions that the program requests; nothing if there are none. Called
  /// only by createProcess() of a device that authenticates a signed program.
  std::function<std::optional<std::vector<std::byte>>()> attributes = {};
};

/// One emulated device with a DPA.
class Device {
public:
  virtual ~Device() = default;
  virtual const std::string &name() const = 0;
  /// DPA_ID of the hardware model (runtime/abi/hardware-models.def).
  virtual uint32_t model() const = 0;
  /// Null on failure, with a message in `error`. `observer` must outlive the
  /// process.
  virtual std::unique_ptr<Process>
  createProcess(const ProcessSettings &settings, ProcessObserver &observer,
                std::string &error) = 0;

  /// Memory keys of the host program's memory.
  virtual HostMemory &hostMemory() = 0;
  /// Rules for Ethernet frames; null: the device has no steering.
  virtual SteeringControl *steering() { return nullptr; }
  /// Number of the event queue whose events reach the host program; 0: none.
  virtual uint32_t hostEventQueue() const { return 0; }
  /// `observer` takes the events of a completion queue that has that event queue,
  /// as long as both exist.
  virtual void observe(uint32_t /*completionQueue*/,
                       const std::weak_ptr<CompletionObserver> & /*observer*/) {
  }
  /// The network card for queues of the host; null: the device has none.
  virtual HostNic *nic() { return nullptr; }
  /// How messages of its processes reach the host.
  virtual MessageSettings messages() const = 0;
  /// Folder for core dumps of processes that end with an error; empty: none.
  virtual std::string coreDumpFolder() const { return {}; }
  /// Pattern of the file (base/file-pattern.h) for the counters of instrumented
  /// images; empty: the default.
  virtual std::string coverageFile() const { return {}; }
  /// Where the samples of its processes go.
  virtual ProfileSettings profile() const { return {}; }

  /// Execution units that its processes may use; 0: processes cannot be created.
  virtual uint32_t unitCount() const { return 0; }
  /// Limit of an activation's processor time; 0: none.
  virtual uint64_t watchdogMilliseconds() const { return 0; }

  /// Zero for an EU that the device does not have.
  virtual EuCounters counters(uint32_t eu) const = 0;
  /// Begins (empty) or ends a trace of all EUs; at first there is none.
  virtual void setTrace(bool on) = 0;
  /// The samples since the last call.
  virtual ScheduleTrace takeTrace() = 0;
};

/// Names of the devices that this program may open, from the configuration
/// (DPA_CONFIG; default: one, "mlx5_0").
DPA_DEVICE_API std::vector<std::string> deviceNames(std::string &error);

/// Opens a device by name; null with a message in `error` if there is none of
/// that name or the configuration is bad. Opening the same name again gives the
/// same device.
DPA_DEVICE_API std::shared_ptr<Device> openDevice(const std::string &name,
                                                  std::string &error);

/// Whether a timeline of this program is recorded (dpa-run --trace, --report).
DPA_DEVICE_API bool isTraced();
/// Why the process has ended, for the timeline; from ProcessObserver::ended().
DPA_DEVICE_API void traceEnd(std::string_view why) noexcept;
/// The device of this name, if the program has it open; else null. For queries, which
/// open nothing.
DPA_DEVICE_API std::shared_ptr<Device> findDevice(const std::string &name);

/// Ties an opened verbs context (struct ibv_context *) to its device, so that
/// runtime/host finds it. Used by the verbs stand-ins.
DPA_DEVICE_API void bindContext(const void *context,
                                std::shared_ptr<Device> device);
DPA_DEVICE_API void unbindContext(const void *context);
/// Null if `context` is not open, or not of an emulated device.
DPA_DEVICE_API std::shared_ptr<Device> deviceOfContext(const void *context);
/// Whether the last context at this address was one of an emulated device, and
/// is closed.
DPA_DEVICE_API bool isClosedContext(const void *context);

/// What a DevX object that libflexio hands out (struct mlx5dv_devx_obj *) stands
/// for. The pointer is only a name and is never followed.
struct DevxObject {
  enum class Kind : uint8_t {
    CompletionQueue,
    ReceiveQueueTir, ///< a TIR with this queue as its destination
    ReceiveQueue,    ///< the queue
  } kind;
  uint32_t number = 0; ///< of the queue
  std::shared_ptr<Device> device;
};
/// Makes an object known to the verbs stand-ins; forgotten before it ends.
DPA_DEVICE_API void bindDevxObject(const void *name, DevxObject object);
DPA_DEVICE_API void unbindDevxObject(const void *name);
/// Empty if `name` is not bound.
DPA_DEVICE_API std::optional<DevxObject> findDevxObject(const void *name);

} // namespace dpa

#endif
