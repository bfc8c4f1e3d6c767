// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ioctl() requests of netdevice(7), on any socket.
#include "emulator/nic/port/interface.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace dpa {

ifreq requestFor(const std::string &name) {
  ifreq request{};
  std::copy_n(name.begin(), std::min<size_t>(name.size(), IFNAMSIZ - 1),
              request.ifr_name);
  return request;
}

NetworkInterface::NetworkInterface(const std::string &name)
    : name_(name), socket_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {}

int NetworkInterface::number() const {
  ifreq request = requestFor(name_);
  return ioctl(socket_.number(), SIOCGIFINDEX, &request) == 0
             ? request.ifr_ifindex
             : 0;
}

bool NetworkInterface::isUp() const {
  constexpr int bits = IFF_UP | IFF_RUNNING;
  ifreq request = requestFor(name_);
  return ioctl(socket_.number(), SIOCGIFFLAGS, &request) == 0 &&
         (request.ifr_flags & bits) == bits;
}

bool NetworkInterface::setUp() const {
  ifreq request = requestFor(name_);
  if (ioctl(socket_.number(), SIOCGIFFLAGS, &request) != 0)
    return false;
  if ((request.ifr_flags & IFF_UP) != 0)
    return true;
  request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
  return ioctl(socket_.number(), SIOCSIFFLAGS, &request) == 0;
}

uint32_t NetworkInterface::mtu() const {
  ifreq request = requestFor(name_);
  return ioctl(socket_.number(), SIOCGIFMTU, &request) == 0
             ? static_cast<uint32_t>(request.ifr_mtu)
             : 0;
}

bool NetworkInterface::setMtu(uint32_t mtu) const {
  ifreq request = requestFor(name_);
  request.ifr_mtu = static_cast<int>(mtu);
  return ioctl(socket_.number(), SIOCSIFMTU, &request) == 0;
}

} // namespace dpa
