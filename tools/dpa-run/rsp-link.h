// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One end of a connection in gdb's remote protocol: packets in both directions.
// Acknowledges packets until the other end has switched that off.
#ifndef DPA_TOOLS_DPA_RUN_RSP_LINK_H
#define DPA_TOOLS_DPA_RUN_RSP_LINK_H

#include "emulator/gdb/endpoint.h"
#include "emulator/gdb/packets.h"

#include <optional>

namespace dpa::run {

struct RspInput {
  bool isInterrupt = false; ///< else a packet
  std::string text = {};
};

class RspLink {
public:
  RspLink(Descriptor socket, bool acknowledges)
      : socket_(std::move(socket)), acknowledges_(acknowledges) {}

  int file() const { return socket_.number(); }
  /// Reads what has arrived; false: the other end has closed the connection, or what it
  /// sends are not packets.
  bool receive();
  /// The next packet or interrupt among what was received.
  std::optional<RspInput> next();
  /// False: the other end has closed the connection.
  bool send(std::string_view text);
  void sendInterrupt();
  void stopAcknowledging();

private:
  bool sendBytes(std::string_view bytes);

  Descriptor socket_;
  bool acknowledges_;
  gdb::PacketReader reader_;
  std::string input_; ///< received, not taken yet
  std::string last_;  ///< the last packet sent, to be sent again
};

} // namespace dpa::run

#endif
