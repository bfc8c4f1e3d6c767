// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of transport domains and TISs: see transport-objects.h.
#include "runtime/host/objects/transport-objects.h"

namespace dpa::host {

Handles<FlexioTransportDomain> &transportDomains() {
  static auto &table = *new Handles<FlexioTransportDomain>("transport domain");
  return table;
}

Handles<FlexioTis> &transportInterfaces() {
  static auto &table = *new Handles<FlexioTis>("TIS");
  return table;
}

} // namespace dpa::host
