// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The job of a remote call.
#ifndef DPA_EMULATOR_GATE_CALL_JOB_H
#define DPA_EMULATOR_GATE_CALL_JOB_H

#include "emulator/process/activation-job.h"

namespace dpa {

/// A call as a job. It has no thread of its own: it uses the area of its EU.
class CallJob : public ActivationJob {
public:
  CallJob(ActivationHost &host, const Arrival &arrival,
          const CallRequest &request);

  const Arrival &arrival() const { return request_; }
  /// After its end. Rethrows the exception of making the EU.
  CallResult result(uint64_t &value) const;
  void neverRan() noexcept override;

private:
  std::optional<dpa_request> makeRequest() noexcept override;
  void completed(dpa_outcome outcome, uint64_t value) noexcept override;

  uint32_t traceName() const noexcept override { return traceName_; }
  void traceEnd() noexcept override;

  const Arrival request_;
  bool *const wasEndedByOther_; ///< may be null
  const uint32_t traceName_;
  CallResult result_ = CallResult::ProcessEnded;
  uint64_t value_ = 0;
};

} // namespace dpa

#endif
