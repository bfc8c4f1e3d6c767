// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of DPA threads: what an event starts. Part of device.h, which
// is the header to include. A thread is started by events, runs on an execution
// unit (EU) that its affinity allows, and then resumes after its yield or
// starts again, as its code requests. Thread safe.
#ifndef DPA_EMULATOR_INTERFACE_THREAD_H
#define DPA_EMULATOR_INTERFACE_THREAD_H

#include <cstdint>
#include <string>

namespace dpa {

/// Where an activation may run.
struct Affinity {
  enum class Kind : uint8_t { None, Strict, Group } kind = Kind::None;
  uint32_t id = 0; ///< Strict: EU number; Group: group number
};

struct ThreadSettings {
  uint64_t function = 0; ///< gets the argument of Thread::run()
  std::string label;     ///< in messages to the user
  Affinity affinity;
  bool isContinuable = false; ///< may yield
  /// Device addresses that the thread finds in its context; 0: none.
  uint64_t localStorage = 0;
  uint64_t name = 0; ///< of a text with its NUL
};

/// A thread in one of the states init, running (its events count) and finished.
/// An event before run() or after the end is lost; an event while an activation
/// waits for an EU is merged into it; events while it runs start one more
/// activation. Destroying the thread waits for an activation that runs; no other
/// one begins. Must not outlive its process.
class Thread {
public:
  virtual ~Thread() = default;

  /// As device code sees it.
  virtual uint32_t id() const = 0;
  /// By which device code of the same process starts it.
  virtual uint32_t activationId() const = 0;

  /// From now on events count; each activation gets this argument, also if it
  /// was called before. False, with the reason in `error`: it has finished.
  virtual bool run(uint64_t argument, std::string &error) = 0;

  /// An event from the host.
  virtual void activate() = 0;
};

} // namespace dpa

#endif
