// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects that programs create by DevX commands, and how a command fails. Objects
// of libflexio, which are only names, are not among them.
#ifndef DPA_EMULATOR_VERBS_DEVX_OBJECTS_H
#define DPA_EMULATOR_VERBS_DEVX_OBJECTS_H

#include "emulator/verbs/devx-commands.h"
#include "emulator/verbs/devx-part.h"
#include "emulator/verbs/steering-objects.h"

#include <cerrno>
#include <span>
#include <string>
#include <vector>

/// Flow counters have ids that follow each other.
struct mlx5dv_devx_obj : dpa::verbs::SteeringObject {
  enum class Kind : uint8_t {
    FlowCounters,
    DirectTir, ///< of one queue
    Tir,
    QueueTable, ///< RQT
    Tis,
    TransportDomain,
    Queue, ///< has a part, as has Domain
    Domain
  };

  mlx5dv_devx_obj(ibv_context *context, uint64_t contextId, Kind kind)
      : SteeringObject(context, contextId), kind(kind) {}

  const Kind kind;
  uint32_t count = 1;  ///< of flow counters
  uint32_t number = 0; ///< in commands; of the other kinds
  // Of a Tir.
  dpa::ReceiveHash hash;
  dpa::SteeringId table = 0;
  /// Of a TIR or RQT: receive queues; of a TIS: its transport domain.
  std::vector<dpa::verbs::SteeringUse> used;
  std::unique_ptr<dpa::verbs::devx::Part> part; ///< null: none
};

namespace dpa::verbs::devx {

using ObjectPointer = std::unique_ptr<mlx5dv_devx_obj>;

/// Whether both are there and have a head. Otherwise a message.
bool areCommand(const char *function, const void *in, size_t inSize,
                const void *out, size_t outSize);
/// EOPNOTSUPP: the command is not emulated. Reported once for each opcode.
int refuse(const char *function, uint64_t opcode);
/// The same for a command about an object. EINVAL if the command is known: the object is of
/// another kind, or the command is one of another function.
int refuseFor(const char *function, const std::string &object, uint64_t opcode);
/// EINVAL, with a message: the answer to a query of `object` has fewer than `size` bytes.
int refuseAnswer(const char *function, const std::string &object, Answer out,
                 size_t size);
/// EINVAL, and nothing in the answer, as the kernel does when it does not pass a command to
/// the firmware.
int invalid(const char *function, const std::string &what);
/// 0 if `field` of a command has the number of the object of the call. Else EINVAL: the
/// kernel compares them before it passes the command to the firmware.
int checkNumber(const char *function, const std::string &object,
                const char *field, uint64_t named, uint32_t number);

/// The object that a command has to name.
struct CommandTarget {
  std::string name;  ///< such as "CQ 3"
  const char *field; ///< of the command, such as "cqn"
  Field at;
  uint32_t number;
};
/// 0, or the errno of a command with another opcode, or for another object.
int checkCommand(const char *function, const CommandTarget &target,
                 Opcode expected, Command in);
/// Such as "command 0x901".
std::string textOfCommand(uint64_t opcode);
/// EOPNOTSUPP: a part of a command, always reported.
int refusePart(const char *function, const std::string &what);
/// EREMOTEIO, and a status in the answer, as the kernel does when firmware rejects a
/// command.
int reject(Answer out, const char *function, const std::string &what,
           Status status = Status::BadParameter);
inline ObjectPointer failed(int why) {
  errno = why;
  return nullptr;
}

/// Passes the object to the program.
mlx5dv_devx_obj *add(ObjectPointer made);
void remove(const mlx5dv_devx_obj *object);
bool isKnown(const mlx5dv_devx_obj *object);
/// Kind and number, for messages.
std::string nameOf(const mlx5dv_devx_obj &object);
std::string nameOf(const DevxObject &object);

} // namespace dpa::verbs::devx

namespace dpa::verbs {

/// Null: not a flow counter that this program has and that was made by
/// mlx5dv_devx_obj_create().
mlx5dv_devx_obj *findFlowCounters(const mlx5dv_devx_obj *object);

/// The same for a TIR with a receive queue table.
mlx5dv_devx_obj *findSpreadingTir(const mlx5dv_devx_obj *object);
/// Null: the context has made no such object.
const mlx5dv_devx_obj *findNumber(ibv_context *context,
                                  mlx5dv_devx_obj::Kind kind, uint32_t number);
/// Keeps the receive queues with these numbers that the context has made by commands, each
/// once.
std::vector<SteeringUse> useReceiveQueues(ibv_context *context,
                                          std::span<const uint32_t> numbers);

} // namespace dpa::verbs

#endif
