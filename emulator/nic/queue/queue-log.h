// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes reports about queues.
#ifndef DPA_EMULATOR_NIC_QUEUE_QUEUE_LOG_H
#define DPA_EMULATOR_NIC_QUEUE_QUEUE_LOG_H

namespace dpa {

/// From any thread.
class QueueLog {
public:
  virtual ~QueueLog() = default;
  [[gnu::format(printf, 2, 3)]] virtual void report(const char *format,
                                                    ...) noexcept = 0;
};

} // namespace dpa

#endif
