// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that allocate from a heap of their own (an arena of the C library),
// so that what they allocate does not change the addresses of what the program's
// threads allocate later. A run that is recorded and its replay start the same
// threads, which do different work.
#ifndef DPA_EMULATOR_HOST_OWN_HEAP_THREAD_H
#define DPA_EMULATOR_HOST_OWN_HEAP_THREAD_H

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace dpa {

/// The C library gives this thread its heap now, instead of at its first
/// allocation.
inline void takeOwnHeap() noexcept {
  void *volatile piece = std::malloc(1);
  std::free(piece);
}

/// A thread that does what other threads hand to it.
class OwnHeapThread {
public:
  /// Waits until the thread has its heap.
  OwnHeapThread();
  ~OwnHeapThread();
  OwnHeapThread(const OwnHeapThread &) = delete;
  OwnHeapThread &operator=(const OwnHeapThread &) = delete;

  /// False: the thread could not be created.
  bool isRunning() const { return thread_.joinable(); }
  /// Calls `action`, which throws nothing, on the thread, and waits for it. One
  /// caller at a time.
  template <typename Action> void run(Action &action) {
    runAction([](void *object) { (*static_cast<Action *>(object))(); },
              &action);
  }

private:
  using Function = void (*)(void *object);
  void runAction(Function function, void *object);
  void work();

  std::mutex lock_; ///< of what follows
  std::condition_variable changed_;
  bool hasHeap_ = false;
  bool isStopping_ = false;
  Function function_ = nullptr; ///< null: nothing to do
  void *object_ = nullptr;
  std::thread thread_;
};

} // namespace dpa

#endif
