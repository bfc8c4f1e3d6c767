// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes of a socket to packets.
#include "tools/dpa-run/rsp-link.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace dpa::run {

bool RspLink::receive() {
  constexpr size_t piece = 16384;
  constexpr size_t garbageMax = size_t(64) << 10;
  std::array<char, piece> buffer;
  const ssize_t size = recv(socket_.number(), buffer.data(), buffer.size(), 0);
  if (size < 0)
    return errno == EAGAIN || errno == EINTR;
  input_.append(buffer.data(), static_cast<size_t>(size));
  return size != 0 && reader_.garbage() <= garbageMax;
}

std::optional<RspInput> RspLink::next() {
  for (size_t taken = 0; taken < input_.size();) {
    const gdb::Received received = reader_.take(input_[taken++]);
    if (received == gdb::Received::Damaged && acknowledges_)
      sendBytes("-");
    if (received == gdb::Received::Refused && acknowledges_)
      sendBytes(last_);
    if (received != gdb::Received::Packet &&
        received != gdb::Received::Interrupt)
      continue;
    input_.erase(0, taken);
    if (received == gdb::Received::Interrupt)
      return RspInput{.isInterrupt = true};
    if (acknowledges_)
      sendBytes("+");
    return RspInput{.text = reader_.text()};
  }
  input_.clear();
  return std::nullopt;
}

bool RspLink::send(std::string_view text) {
  last_ = gdb::packet(text);
  return sendBytes(last_);
}

void RspLink::sendInterrupt() {
  sendBytes("\3");
}

void RspLink::stopAcknowledging() {
  acknowledges_ = false;
  reader_.trustChecksums();
}

/// Waits until the other end reads; one that does not is closed after ten seconds, as
/// by the server of a device.
bool RspLink::sendBytes(std::string_view bytes) {
  constexpr int patience = 10'000;
  while (!bytes.empty()) {
    const ssize_t sent =
        ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
      continue;
    }
    pollfd room = {.fd = socket_.number(), .events = POLLOUT, .revents = 0};
    if ((errno != EAGAIN && errno != EINTR) || poll(&room, 1, patience) == 0)
      return false;
  }
  return true;
}

} // namespace dpa::run
