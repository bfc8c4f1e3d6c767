// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of enumerators of verbs.h, in words.
#include <array>
#include <infiniband/verbs.h>

namespace {

/// names[number], or `unknown` beyond the end.
template <size_t Count>
const char *nameOf(const std::array<const char *, Count> &names, int number,
                   const char *unknown) {
  return number >= 0 && static_cast<size_t>(number) < Count ? names[number]
                                                            : unknown;
}

} // namespace

extern "C" {

const char *ibv_node_type_str(ibv_node_type type) {
  static constexpr std::array names = {
      "unknown",           "InfiniBand channel adapter",
      "InfiniBand switch", "InfiniBand router",
      "iWARP NIC",         "usNIC",
      "usNIC UDP",         "unspecified"};
  return nameOf(names, type, "unknown");
}

const char *ibv_port_state_str(ibv_port_state state) {
  static constexpr std::array names = {
      "no state change (NOP)", "down", "init", "armed", "active",
      "active deferred"};
  return nameOf(names, state, "unknown state");
}

const char *ibv_event_type_str(ibv_event_type event) {
  static constexpr std::array names = {"CQ error",
                                       "local work queue catastrophic error",
                                       "invalid request local work queue error",
                                       "local access violation error",
                                       "communication established",
                                       "send queue drained",
                                       "path migrated",
                                       "path migration request error",
                                       "local catastrophic error",
                                       "port active",
                                       "port error",
                                       "LID change",
                                       "P_Key change",
                                       "SM change",
                                       "SRQ catastrophic error",
                                       "SRQ limit reached",
                                       "last WQE reached",
                                       "client reregistration",
                                       "GID table change",
                                       "WQ fatal"};
  return nameOf(names, event, "unknown");
}

const char *ibv_wc_status_str(ibv_wc_status status) {
  static constexpr std::array names = {"success",
                                       "local length error",
                                       "local QP operation error",
                                       "local EE context operation error",
                                       "local protection error",
                                       "work request flushed",
                                       "memory management operation error",
                                       "bad response error",
                                       "local access error",
                                       "remote invalid request error",
                                       "remote access error",
                                       "remote operation error",
                                       "transport retry counter exceeded",
                                       "RNR retry counter exceeded",
                                       "local RDD violation error",
                                       "remote invalid RD request",
                                       "aborted error",
                                       "invalid EE context number",
                                       "invalid EE context state",
                                       "fatal error",
                                       "response timeout error",
                                       "general error",
                                       "tag matching error",
                                       "rendezvous incomplete"};
  return nameOf(names, status, "unknown");
}

} // extern "C"
