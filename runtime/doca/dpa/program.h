// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program of a DPA context on the device: its process, its streams, and the
// entry points of libdoca_dpa_dev.a. All errors are logged for `call`, the public
// function. Thread safe.
#ifndef DPA_RUNTIME_DOCA_DPA_PROGRAM_H
#define DPA_RUNTIME_DOCA_DPA_PROGRAM_H

#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/common/device.h"
#include "runtime/doca/common/sdk-log.h"

#include <atomic>
#include <cstdio>
#include <libflexio/flexio.h>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace dpa::doca {

/// Size of a doorbell record: a cache line, of which 8 bytes are used.
constexpr size_t doorbellRecordSize = 64;

/// A function of the program.
struct DeviceFunction {
  flexio_func_arg_pack_fn_t *pack = nullptr; ///< null: one word
  size_t argumentSize = 0;                   ///< bytes, packed
  uint64_t unpack = 0;
  uint64_t address = 0;
  /// For packed arguments: see remote-calls.h.
  flexio_func_t *callStub = nullptr;
  flexio_func_t *launchStub = nullptr;
};

/// The functions of the device library that the host calls.
struct EntryPoints {
  flexio_func_t *attach = nullptr;
  flexio_func_t *addInstances = nullptr;
  flexio_func_t *arm = nullptr;
  flexio_func_t *kernel = nullptr;
  flexio_func_t *thread = nullptr;
};

struct ProgramSettings {
  flexio_app *app = nullptr;
  doca_dev *dev = nullptr;
  uint32_t logLevel = 0;
  FILE *log = nullptr;
  FILE *trace = nullptr;
  std::atomic<bool> *hasFailed =
      nullptr; ///< set by the first call that detects it
};

class Program {
public:
  explicit Program(const ProgramSettings &settings) : settings_(settings) {}
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program();

  doca_error_t load(const char *call);

  flexio_process *process() const { return process_; }
  flexio_window *window() const { return window_; }
  uint32_t windowId() const { return context_.window; }
  const EntryPoints &entries() const { return entries_; }
  /// Device address of the context.
  uint64_t handle() const { return handle_; }
  /// Stores the address of the queue for copies for device code.
  doca_error_t setCopies(uint64_t copies);
  /// The part of the context that device code reads.
  const doca_abi_context &context() const { return context_; }

  /// False: the device had a fatal error.
  bool isAlive() const { return flexio_err_status_get(process_) == 0; }

  /// Nothing if the function does not belong to the program.
  std::optional<DeviceFunction> find(const char *call, flexio_func_t *stub);
  /// Calls an entry point.
  doca_error_t run(const char *call, flexio_func_t *entry, uint64_t argument,
                   uint64_t &value);
  /// The error for a result of Flex IO.
  doca_error_t statusOf(flexio_status status) const;

  /// Returns 0 if memory is exhausted.
  uint64_t allocate(size_t size);
  void free(uint64_t address);
  doca_error_t write(uint64_t address, const void *data, size_t size);
  /// Allocates an object and writes it; 0 on failure.
  template <typename T> uint64_t store(const T &object) {
    uint64_t address = allocate(sizeof object);
    if (address != 0 &&
        write(address, &object, sizeof object) != DOCA_SUCCESS) {
      free(address);
      return 0;
    }
    return address;
  }

private:
  doca_error_t createProcess(const char *call);
  doca_error_t findEntries(const char *call);
  doca_error_t openStreams(const char *call);
  uint32_t openStream(flexio_msg_stream_attr_t attributes, FILE *file);

  const ProgramSettings settings_;
  flexio_app *image_ = nullptr; ///< of the device's model
  flexio_process *process_ = nullptr;
  flexio_window *window_ = nullptr;
  flexio_outbox *outbox_ =
      nullptr; ///< for threads that return from an extended context
  std::vector<flexio_msg_stream *> streams_;
  EntryPoints entries_;
  doca_abi_context context_{};
  uint64_t handle_ = 0;

  std::mutex lock_; ///< protects the members below
  std::unordered_map<flexio_func_t *, DeviceFunction> functions_;
};

} // namespace dpa::doca

#endif
