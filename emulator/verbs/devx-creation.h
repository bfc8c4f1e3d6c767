// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What commands that create queues have in common: reading their fields, of which each is
// checked, and the part of the object that is a queue of the card.
#ifndef DPA_EMULATOR_VERBS_DEVX_CREATION_H
#define DPA_EMULATOR_VERBS_DEVX_CREATION_H

#include "emulator/verbs/devx-objects.h"
#include "emulator/verbs/devx-queue-fields.h"
#include "emulator/verbs/objects.h"

namespace dpa::verbs::devx {

/// The protection domain of a queue, which cannot be freed meanwhile.
class DomainUse {
public:
  DomainUse() = default;
  explicit DomainUse(ibv_pd *pd) : pd_(pd) { useDomain(pd, 1); }
  DomainUse(DomainUse &&other) noexcept
      : pd_(std::exchange(other.pd_, nullptr)) {}
  DomainUse &operator=(DomainUse &&other) noexcept {
    std::swap(pd_, other.pd_);
    return *this;
  }
  ~DomainUse() {
    if (pd_)
      useDomain(pd_, -1);
  }
  ibv_pd *domain() const { return pd_; }

private:
  ibv_pd *pd_ = nullptr;
};

/// A command that creates an object.
struct Creation {
  ibv_context *context;
  std::shared_ptr<Device> device;
  Command in;
  Answer out;
};

/// Reads a command that creates a queue. After the first wrong field, failure() is not 0
/// and the answer and the log say why.
class CreationReader {
public:
  /// `object`: its name in messages. Checks the size of the command.
  CreationReader(const char *object, const Creation &creation);

  int failure() const { return failure_; }
  uint64_t value(Field field) const { return get(creation_.in, field); }
  uint32_t number(Field field) const {
    return static_cast<uint32_t>(value(field));
  }

  void checkUnused(std::span<const NamedField> fields);
  QueuePlace place(const PlaceFields &fields);
  DomainUse domain(Field field);
  uint32_t uar(Field field);
  /// The number of an object of the card.
  uint32_t object(NicObject kind, const NamedField &field);
  /// A value that firmware would reject.
  void reject(const std::string &what, Status status = Status::BadParameter);
  /// A value that the emulation does not have.
  void refuse(const std::string &what);

private:
  const std::string object_;
  const Creation &creation_;
  int failure_ = 0;
};

/// A queue or a memory key of the card. Ends with its object or with its context.
class QueuePart : public Part, public CardObject {
public:
  QueuePart(ibv_context *context, CardObject::Kind kind)
      : CardObject(kind), context_(context), contextId_(contextOf(context).id) {
  }

  ~QueuePart() override;

  int end() final;
  void leaveCard() final;
  /// In commands. Only while it is on the card.
  virtual uint32_t number() const = 0;
  /// Makes the object known to commands about queues of others.
  virtual void bind(const void * /*object*/,
                    const std::shared_ptr<Device> & /*device*/) {}

protected:
  /// EBUSY: another queue uses it. Under the lock.
  virtual int retire() { return 0; }
  /// Releases what the card has. Under the lock; also if that was done before.
  virtual void release() = 0;
  ibv_context *context() const { return context_; }
  std::shared_ptr<Device> device() const {
    return deviceOf(context_, contextId_);
  }

  std::mutex lock_; ///< of the part on the card, null after release()

private:
  ibv_context *const context_;
  const uint64_t contextId_;
};

/// An object that is `part`, which is on the card. Its number is in the answer.
ObjectPointer makeQueue(const Creation &creation,
                        std::unique_ptr<QueuePart> part);

/// Creates a queue with a protection domain. `read` returns its settings; `prepare` may
/// reject more, or let the queue use other objects. Null, with errno.
template <class NewPart, class Read, class Prepare>
ObjectPointer createInDomain(const Creation &creation, const char *object,
                             Field domainField, Read read, Prepare prepare) {
  CreationReader reader(object, creation);
  if (reader.failure() != 0)
    return failed(reader.failure());
  DomainUse domain = reader.domain(domainField);
  const auto settings = read(reader, domain);
  auto part =
      std::make_unique<NewPart>(creation.context, settings, std::move(domain));
  prepare(reader, *part);
  std::string error;
  if (reader.failure() == 0 && !part->create(*creation.device->nic(), error))
    reader.reject(error);
  return reader.failure() == 0 ? makeQueue(creation, std::move(part))
                               : failed(reader.failure());
}
template <class NewPart, class Read>
ObjectPointer createInDomain(const Creation &creation, const char *object,
                             Field domainField, Read read) {
  return createInDomain<NewPart>(creation, object, domainField, read,
                                 [](CreationReader &, NewPart &) {});
}

// Each returns null, with errno.
ObjectPointer createCompletionQueue(const Creation &creation);
ObjectPointer createQueuePair(const Creation &creation);
ObjectPointer createSendQueue(const Creation &creation);
ObjectPointer createReceiveQueue(const Creation &creation);
ObjectPointer createReceivePool(const Creation &creation);
ObjectPointer createSharedReceiveQueue(const Creation &creation);
ObjectPointer createMemoryKey(const Creation &creation);
ObjectPointer allocateDomain(const Creation &creation);

/// Of all opcodes above. Null with errno 0: it is another one.
ObjectPointer createQueueObject(const Creation &creation);

} // namespace dpa::verbs::devx

#endif
