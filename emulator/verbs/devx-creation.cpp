// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/verbs/devx-creation.h"

namespace dpa::verbs::devx {
namespace {

constexpr const char *creating = "mlx5dv_devx_obj_create";

} // namespace

CreationReader::CreationReader(const char *object, ibv_context *context,
                               Device &device, Command in, Answer out)
    : object_(object), context_(context), device_(device), in_(in), out_(out) {
  if (!device.nic())
    refuse("the device has no network card");
  else if (in.size() < queueCommandSize)
    reject("the command has " + std::to_string(in.size()) +
               " bytes (expected " + std::to_string(queueCommandSize) +
               " at least)",
           Status::BadInputLength);
}

void CreationReader::reject(const std::string &what, Status status) {
  if (failure_ == 0)
    failure_ = devx::reject(out_, creating, object_ + ": " + what, status);
}

void CreationReader::refuse(const std::string &what) {
  if (failure_ == 0)
    failure_ = refusePart(creating, object_ + ": " + what);
}

void CreationReader::checkUnused(std::span<const UnusedField> fields) {
  for (const UnusedField &each : fields)
    if (const uint64_t found = value(each.field))
      refuse(std::string(each.name) + " " + std::to_string(found) +
             " is not emulated (expected 0)");
}

QueuePlace CreationReader::place(const PlaceFields &fields) {
  const QueuePlace place = {.address = value(fields.offset.field),
                            .umem = number(fields.umem.field)};
  if (value(fields.valid.field) == 0)
    reject(std::string(fields.valid.name) + " 0 (expected 1)");
  else if (place.umem == 0)
    reject(std::string(fields.umem.name) + " 0 is not registered memory");
  return place;
}

DomainUse CreationReader::domain(Field field) {
  ibv_pd *found = contextOf(context_).domains.find(number(field));
  if (found)
    return DomainUse(found);
  reject("pd " + std::to_string(value(field)) + " does not exist");
  return {};
}

uint32_t CreationReader::uar(Field field) {
  const uint32_t found = number(field);
  if (failure_ == 0 && !device_.nic()->baseOfUar(found))
    reject("uar_page " + std::to_string(found) +
           " is not a UAR of this program");
  return found;
}

/// Without end() if the object could not be passed to the program.
QueuePart::~QueuePart() {
  if (device())
    contextOf(context_).cardObjects.remove(*this);
}

void QueuePart::leaveCard() {
  const std::lock_guard guard(lock_);
  release();
}

int QueuePart::end() {
  const std::shared_ptr<Device> device = this->device();
  {
    const std::lock_guard guard(lock_);
    if (int why = device ? retire() : 0)
      return why;
  }
  if (device)
    contextOf(context_).cardObjects.remove(*this);
  leaveCard();
  return 0;
}

ObjectPointer makeQueue(ibv_context *context, std::unique_ptr<QueuePart> part,
                        uint32_t queue, Answer out) {
  auto made = std::make_unique<mlx5dv_devx_obj>(context, contextOf(context).id,
                                                mlx5dv_devx_obj::Kind::Queue);
  made->number = queue;
  contextOf(context).cardObjects.add(*part);
  made->part = std::move(part);
  set(out, number, queue);
  return made;
}

ObjectPointer createQueueObject(ibv_context *context,
                                const std::shared_ptr<Device> &device,
                                Command in, Answer out) {
  switch (static_cast<Opcode>(get(in, opcode))) {
  case Opcode::CreateCq:
    return createCompletionQueue(context, device, in, out);
  case Opcode::CreateQp:
    return createQueuePair(context, device, in, out);
  case Opcode::CreateSq:
    return createSendQueue(context, device, in, out);
  case Opcode::CreateRq:
    return createReceiveQueue(context, device, in, out);
  case Opcode::CreateRmp:
    return createReceivePool(context, device, in, out);
  case Opcode::CreateMkey:
    return createMemoryKey(context, device, in, out);
  case Opcode::AllocPd:
    return allocateDomain(context, out);
  default:
    return failed(0);
  }
}

} // namespace dpa::verbs::devx
