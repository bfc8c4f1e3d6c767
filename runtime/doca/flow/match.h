// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion of struct doca_flow_match to match parameters.
#ifndef DPA_RUNTIME_DOCA_FLOW_MATCH_H
#define DPA_RUNTIME_DOCA_FLOW_MATCH_H

#include "runtime/doca/flow/steering.h"
#include "runtime/include/doca/doca_flow.h"

namespace dpa::doca {

constexpr size_t ipProtocolAt = 16; ///< in HeaderBytes
constexpr uint8_t ipProtocolTcp = 6;
constexpr uint8_t ipProtocolUdp = 17;

/// Adds a condition on the version of IP. False: it contradicts another condition.
bool addIpVersion(HeaderMatch &match, uint8_t version);

/// The match of the entries of a pipe.
class PipeMatch {
public:
  /// Reads the match of a pipe; `mask` may be null. Returns null, or an error message.
  const char *read(const doca_flow_match &match, const doca_flow_match *mask);
  /// The match of an entry; null: fields that entries set are 0.
  HeaderMatch ofEntry(const doca_flow_match *entry) const;

private:
  HeaderMatch constant_; ///< mask: of all fields
  HeaderBytes ofEntries_ = {};
  doca_flow_match types_ = {}; ///< only the types of headers
};

} // namespace dpa::doca

#endif
