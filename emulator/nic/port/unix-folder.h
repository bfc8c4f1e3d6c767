// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The folder of a Unix switch: each port on it has a listening socket there. The
// first port makes the folder and the last one removes it, so that there is no
// process that the others depend on. A socket that a killed program has left is
// removed by the next port that joins.
#ifndef DPA_EMULATOR_NIC_PORT_UNIX_FOLDER_H
#define DPA_EMULATOR_NIC_PORT_UNIX_FOLDER_H

#include "base/descriptor.h"

#include <string>
#include <vector>

namespace dpa {

class UnixFolder {
public:
  struct Member {
    std::string name;
    Descriptor connection;
  };

  explicit UnixFolder(std::string path) : path_(std::move(path)) {}
  /// Leaves.
  ~UnixFolder();
  UnixFolder(const UnixFolder &) = delete;
  UnixFolder &operator=(const UnixFolder &) = delete;

  /// The listening socket of this port; not open on failure, with a message in
  /// `error`.
  Descriptor join(std::string &error);
  /// Connections to all others that are there, each with a greeting.
  std::vector<Member> connectToOthers() const;

private:
  int openFolder();
  int bindAndListen(int socket) const;
  Descriptor connectTo(const std::string &name) const;

  const std::string path_;
  Descriptor folder_;
  std::string name_; ///< empty: not joined
};

} // namespace dpa

#endif
