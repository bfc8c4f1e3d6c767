// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/verbs/devx-creation.h"

namespace dpa::verbs::devx {
namespace {

constexpr const char *creating = "mlx5dv_devx_obj_create";

} // namespace

CreationReader::CreationReader(const char *object, const Creation &creation)
    : object_(object), creation_(creation) {
  if (!creation.device->nic())
    refuse("the device has no network card");
  else if (creation.in.size() < queueCommandSize)
    reject("the command has " + std::to_string(creation.in.size()) +
               " bytes (expected " + std::to_string(queueCommandSize) +
               " at least)",
           Status::BadInputLength);
}

void CreationReader::reject(const std::string &what, Status status) {
  if (failure_ == 0)
    failure_ =
        devx::reject(creation_.out, creating, object_ + ": " + what, status);
}

void CreationReader::refuse(const std::string &what) {
  if (failure_ == 0)
    failure_ = refusePart(creating, object_ + ": " + what);
}

void CreationReader::checkUnused(std::span<const NamedField> fields) {
  for (const NamedField &each : fields)
    if (const uint64_t found = value(each.field))
      refuse(std::string(each.name) + " " + std::to_string(found) +
             " is not emulated (expected 0)");
}

QueuePlace CreationReader::place(const PlaceFields &fields) {
  const QueuePlace place = {.address = value(fields.offset.field),
                            .umem = number(fields.umem.field)};
  object(NicObject::RegisteredMemory, fields.umem);
  return place;
}

uint32_t CreationReader::object(NicObject kind, const NamedField &field) {
  const uint32_t found = number(field.field);
  if (failure_ == 0 && !creation_.device->nic()->has(kind, found))
    reject(std::string(field.name) + " " + std::to_string(found) +
               " does not exist",
           Status::BadResource);
  return found;
}

DomainUse CreationReader::domain(Field field) {
  ibv_pd *found = contextOf(creation_.context).domains.find(number(field));
  if (found)
    return DomainUse(found);
  reject("pd " + std::to_string(value(field)) + " does not exist",
         Status::BadResource);
  return {};
}

uint32_t CreationReader::uar(Field field) {
  const uint32_t found = number(field);
  if (failure_ == 0 && !creation_.device->nic()->baseOfUar(found))
    reject("uar_page " + std::to_string(found) +
               " is not a UAR of this program",
           Status::BadResource);
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

ObjectPointer makeQueue(const Creation &creation,
                        std::unique_ptr<QueuePart> part) {
  VerbsContext &context = contextOf(creation.context);
  auto made = std::make_unique<mlx5dv_devx_obj>(creation.context, context.id,
                                                mlx5dv_devx_obj::Kind::Queue);
  made->number = part->number();
  context.cardObjects.add(*part);
  part->bind(made.get(), creation.device);
  made->part = std::move(part);
  set(creation.out, number, made->number);
  return made;
}

ObjectPointer createQueueObject(const Creation &creation) {
  switch (static_cast<Opcode>(get(creation.in, opcode))) {
  case Opcode::CreateCq:
    return createCompletionQueue(creation);
  case Opcode::CreateQp:
    return createQueuePair(creation);
  case Opcode::CreateSq:
    return createSendQueue(creation);
  case Opcode::CreateRq:
    return createReceiveQueue(creation);
  case Opcode::CreateRmp:
    return createReceivePool(creation);
  case Opcode::CreateSrq:
    return createSharedReceiveQueue(creation);
  case Opcode::CreateXrcSrq:
    return failed(refusePart(creating, "XRC SRQ: queue pairs of type XRC are "
                                       "not emulated (expected CREATE_SRQ or "
                                       "CREATE_RMP)"));
  case Opcode::CreateMkey:
    return createMemoryKey(creation);
  case Opcode::AllocPd:
    return allocateDomain(creation);
  default:
    return failed(0);
  }
}

} // namespace dpa::verbs::devx
