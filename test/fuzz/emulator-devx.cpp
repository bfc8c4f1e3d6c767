// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as DevX commands of a program, which create, change, query and
// destroy objects, with answers of any size; commands for queues also begin as valid ones. Also of a
// queue pair of verbs and of a receive queue of libflexio. A command that fails has an errno; at the
// end, all objects can be destroyed, and steering, card and protection domains have none left.
#include "emulator/nic/steering/steering.h"
#include "emulator/verbs/device-list.h"
#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-queue-pairs.h"
#include "test/fuzz/choices.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <infiniband/mlx5dv.h>
#include <vector>

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

class Memory : public dpa::HostMemory {
public:
  void addDomain(const void *) override {}
  bool removeDomain(const void *) override { return false; }
  bool hasDomain(const void *) const override { return false; }
  uint32_t addRegion(const dpa::HostRegion &region) override {
    require(region.domain && region.address && region.size != 0);
    ++keys;
    return 0x100u | region.variant.value_or(0);
  }
  void removeRegion(uint32_t) override { --keys; }
  std::shared_ptr<std::byte> useMemory(uint32_t, uint64_t offset,
                                       uint64_t size) override {
    if (offset > memory_.size() || size > memory_.size() - offset)
      return nullptr;
    return {std::shared_ptr<int>(), memory_.data() + offset};
  }
  bool bindWindow(uint32_t, uint32_t, const dpa::HostRegion &) override {
    return false;
  }
  std::optional<dpa::HostRegion> region(uint32_t) const override {
    return std::nullopt;
  }

  int keys = 0; ///< that exist

private:
  alignas(4096) std::array<std::byte, 8192> memory_{};
};

/// A queue of the card, of any kind. Memory of a queue is always registered.
template <typename Base> class CardQueue : public Base {
public:
  explicit CardQueue(int &count) : count_(count) { ++count_; }
  ~CardQueue() override { --count_; }
  CardQueue(const CardQueue &) = delete;
  CardQueue &operator=(const CardQueue &) = delete;
  uint32_t number() const override { return 7; }

private:
  int &count_;
};

class Cq : public CardQueue<dpa::HostCompletionQueue> {
public:
  using CardQueue::CardQueue;
  dpa::CqModeration moderation() const override { return moderation_; }
  void setModeration(const dpa::CqModeration &moderation) override {
    moderation_ = moderation;
  }
  void arm(uint32_t, bool) override {}
  bool pollPorts(bool) noexcept override { return false; }
  bool resize(const dpa::QueuePlace &, uint8_t) override { return false; }

private:
  dpa::CqModeration moderation_;
};

class Qp : public CardQueue<dpa::QueuePair> {
public:
  using CardQueue::CardQueue;
  bool modify(const dpa::QueuePairAttributes &changes, uint32_t,
              std::string &) override {
    attributes_ = changes;
    return true;
  }
  dpa::QueuePairAttributes attributes() const override { return attributes_; }
  void ring(uint16_t) override {}

private:
  dpa::QueuePairAttributes attributes_;
};

class Sq : public CardQueue<dpa::HostSendQueue> {
public:
  using CardQueue::CardQueue;
  bool change(dpa::WorkQueueState from, dpa::WorkQueueState to) override {
    const bool isPossible = from == state_;
    state_ = isPossible ? to : state_;
    return isPossible;
  }
  dpa::SendQueueView view() const override { return {.state = state_}; }

private:
  dpa::WorkQueueState state_ = dpa::WorkQueueState::Reset;
};

class Rq : public CardQueue<dpa::ReceiveQueue> {
public:
  using CardQueue::CardQueue;
  void setError() override {}
};

class Rmp : public CardQueue<dpa::SharedReceiveQueue> {
public:
  using CardQueue::CardQueue;
  void setLimit(uint16_t) override {}
  uint16_t limit() const override { return 0; }
  bool retire() override { return true; }
};

void requirePlace(const dpa::QueuePlace &place) {
  require(place.umem != 0);
}

/// Receive queues have the numbers 1 to 16, UARs too.
class Queues : public dpa::HostNic {
public:
  bool start(std::string &) override { return true; }
  uint32_t portCount() const override { return 1; }
  dpa::PortState port(uint32_t) const override { return {}; }
  dpa::PortTraffic traffic(uint32_t) const override { return {}; }
  dpa::MacAddress macOf(uint32_t, const dpa::Gid &) const override {
    return {};
  }
  bool hasReceiveQueue(uint32_t number) const override {
    return number >= 1 && number <= 16;
  }
  std::optional<dpa::ReceiveQueueView> receiveQueue(uint32_t) const override {
    return dpa::ReceiveQueueView{.state = state_};
  }
  bool changeReceiveQueue(uint32_t, dpa::ReceiveQueueState from,
                          dpa::ReceiveQueueState to) override {
    const bool isPossible = from == state_;
    state_ = isPossible ? to : state_;
    return isPossible;
  }
  uint32_t registerMemory(std::byte *, uint64_t) override { return 0; }
  bool deregisterMemory(uint32_t) override { return false; }
  const void *baseOfUar(uint32_t uar) const override {
    return uar >= 1 && uar <= 16 ? this : nullptr;
  }
  std::unique_ptr<dpa::HostCompletionQueue>
  createCq(const dpa::HostCqSettings &settings, dpa::NicObserver &,
           std::string &) override {
    requirePlace(settings.ring);
    requirePlace(settings.doorbellRecord);
    return std::make_unique<Cq>(count);
  }
  std::unique_ptr<dpa::QueuePair>
  createQueuePair(const dpa::QueuePairSettings &settings, dpa::NicObserver &,
                  std::string &) override {
    requirePlace(settings.doorbellRecord);
    require(settings.domain);
    return std::make_unique<Qp>(count);
  }
  std::unique_ptr<dpa::SharedReceiveQueue>
  createSharedReceiveQueue(const dpa::SharedReceiveQueueSettings &settings,
                           dpa::NicObserver &, std::string &) override {
    requirePlace(settings.receive.ring);
    require(settings.domain);
    return std::make_unique<Rmp>(count);
  }
  std::unique_ptr<dpa::HostSendQueue>
  createSendQueue(const dpa::WorkQueueSettings &settings,
                  dpa::NicObserver & /*observer*/, std::string &) override {
    requirePlace(settings.ring);
    require(settings.domain);
    return std::make_unique<Sq>(count);
  }
  std::unique_ptr<dpa::ReceiveQueue>
  createReceiveQueue(const dpa::WorkQueueSettings &settings,
                     dpa::NicObserver & /*observer*/, std::string &) override {
    requirePlace(settings.ring);
    require(settings.domain);
    return std::make_unique<Rq>(count);
  }

  int count = 0; ///< of queues that exist

private:
  dpa::ReceiveQueueState state_ = dpa::ReceiveQueueState::Ready;
};

class SteeredDevice : public dpa::Device {
public:
  const std::string &name() const override { return name_; }
  uint32_t model() const override { return 0; }
  std::unique_ptr<dpa::Process> createProcess(const dpa::ProcessSettings &,
                                              dpa::ProcessObserver &,
                                              std::string &) override {
    return nullptr;
  }
  dpa::HostMemory &hostMemory() override { return memory; }
  dpa::SteeringControl *steering() override { return &rules; }
  dpa::HostNic *nic() override { return &queues; }
  uint32_t hostEventQueue() const override { return 1; }
  dpa::MessageSettings messages() const override { return {}; }
  dpa::EuCounters counters(uint32_t) const override { return {}; }
  void setTrace(bool) override {}
  dpa::ScheduleTrace takeTrace() override { return {}; }

  dpa::Steering rules;
  Queues queues;
  Memory memory;

private:
  const std::string name_ = "mlx5_0";
};

std::shared_ptr<SteeredDevice> device;
/// Its address is the name of an object of libflexio.
char receiveQueue = 0;
ibv_qp queuePair{};
uint32_t lastDomain = 0; ///< its number
int domains = 0;         ///< that exist

/// Of all inputs.
dpa::verbs::VerbsContext &context() {
  static auto *const opened = [] {
    auto *made = new dpa::verbs::VerbsContext;
    made->context.abi_compat = __VERBS_ABI_IS_EXTENDED;
    made->id = 1;
    return made;
  }();
  return *opened;
}

} // namespace

// What the commands use of the rest of the library.
namespace dpa {

std::shared_ptr<Device> deviceOfContext(const void *) {
  return device;
}
std::vector<std::string> deviceNames(std::string &) {
  return {"mlx5_0"};
}
void bindDevxObject(const void *, DevxObject) {}
void unbindDevxObject(const void *) {}
std::optional<DevxObject> findDevxObject(const void *name) {
  if (name != &receiveQueue)
    return std::nullopt;
  return DevxObject{DevxObject::Kind::ReceiveQueue, 1, device};
}

namespace verbs {

int errnoOf(const char *, const SteeringResult &result) {
  return result.status == SteeringStatus::Ok ? 0 : EINVAL;
}

} // namespace verbs
} // namespace dpa

// The queue pair, in whatever state the last command left it.
extern "C" {

int ibv_query_qp(ibv_qp *qp, ibv_qp_attr *now, int, ibv_qp_init_attr *) {
  now->qp_state = qp->state;
  return 0;
}

int dpa_verbs_modify_qp(ibv_qp *qp, const ibv_qp_attr *attributes,
                        uint32_t mask, const dpa::verbs::PathHeaders *) {
  require((mask & IBV_QP_STATE) != 0);
  require((attributes->qp_access_flags &
           ~(IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE |
             IBV_ACCESS_REMOTE_ATOMIC)) == 0);
  if ((mask & IBV_QP_PATH_MTU) != 0 && attributes->path_mtu < IBV_MTU_256)
    return EINVAL;
  qp->state = attributes->qp_state;
  return 0;
}

int dpa_verbs_modify_card(const dpa::HostNic *, dpa::QueuePair *card,
                          const ibv_qp_attr *attributes, uint32_t,
                          const dpa::verbs::PathHeaders *) {
  std::string error;
  dpa::QueuePairAttributes changes;
  changes.state = static_cast<dpa::QueuePairState>(attributes->qp_state);
  return card->modify(changes, 0, error) ? 0 : EINVAL;
}

void dpa_verbs_describe_card(const dpa::QueuePair *card,
                             ibv_qp_attr *attributes) {
  std::memset(attributes, 0, sizeof *attributes);
  attributes->qp_state = static_cast<ibv_qp_state>(card->attributes().state);
}

/// The first one has the number 1.
ibv_pd *ibv_alloc_pd(ibv_context *) {
  auto *pd = new dpa::verbs::VerbsDomain(&context().context);
  pd->handle = ++lastDomain;
  context().domains.add(*pd);
  ++domains;
  return pd;
}

int ibv_dealloc_pd(ibv_pd *pd) {
  auto *own = static_cast<dpa::verbs::VerbsDomain *>(pd);
  if (own->users != 0)
    return EBUSY;
  context().domains.remove(*pd);
  --domains;
  delete own;
  return 0;
}

int mlx5dv_init_obj(mlx5dv_obj *, uint64_t) {
  return 0;
}

} // extern "C"

namespace {

namespace devx = dpa::verbs::devx;

/// Opcodes of commands, and some that do not exist.
constexpr std::array<uint16_t, 36> opcodes = {
    0x100, 0x816, 0x900, 0x901, 0x912, 0x916, 0x917, 0x939, 0x93b,
    0x001, 0x0,   0x909, 0x90b, 0x502, 0x503, 0x504, 0x505, 0x506,
    0x507, 0x50a, 0x50b, 0x50c, 0x50e, 0x400, 0x402, 0x403, 0x500,
    0x800, 0x904, 0x905, 0x907, 0x908, 0x90c, 0x90f, 0x705, 0x200};

class Session {
public:
  explicit Session(dpa::test::Choices input) : input_(input) {}

  void run() {
    while (!input_.isAtEnd())
      step();
    // Tables after the TIRs that use them.
    for (auto each = objects_.rbegin(); each != objects_.rend(); ++each)
      if (mlx5dv_devx_obj_destroy(*each) != 0)
        left_.push_back(*each);
    for (mlx5dv_devx_obj *each : left_)
      require(mlx5dv_devx_obj_destroy(each) == 0);
    require(!device->rules.hasObjects(context().id));
    require(device->queues.count == 0 && device->memory.keys == 0 &&
            domains == 0);
  }

private:
  void step() {
    const unsigned what = input_.next() % 8;
    readCommand(what == 1);
    if (what <= 1)
      create();
    else if (what == 2)
      check(mlx5dv_devx_obj_modify(object(), in_.data(), in_.size(),
                                   out_.data(), out_.size()));
    else if (what == 3)
      check(mlx5dv_devx_obj_query(object(), in_.data(), in_.size(), out_.data(),
                                  out_.size()));
    else if (what == 4)
      check(mlx5dv_devx_general_cmd(&context().context, in_.data(), in_.size(),
                                    out_.data(), out_.size()));
    else if (what == 5)
      destroy();
    else if (what == 6)
      check(mlx5dv_devx_qp_modify(&queuePair, in_.data(), in_.size(),
                                  out_.data(), out_.size()));
    else
      check(mlx5dv_devx_qp_query(&queuePair, in_.data(), in_.size(),
                                 out_.data(), out_.size()));
  }

  void create() {
    errno = 0;
    mlx5dv_devx_obj *made = mlx5dv_devx_obj_create(
        &context().context, in_.data(), in_.size(), out_.data(), out_.size());
    require(made || errno != 0);
    if (made)
      objects_.push_back(made);
  }

  void destroy() {
    if (objects_.empty())
      return;
    const auto place =
        objects_.begin() + input_.next() % static_cast<int>(objects_.size());
    const int failure = mlx5dv_devx_obj_destroy(*place);
    require(failure == 0 || failure == EBUSY);
    if (failure == 0)
      objects_.erase(place);
  }

  static void check(int failure) {
    require(failure == 0 || failure == EINVAL || failure == ENODEV ||
            failure == EOPNOTSUPP || failure == EREMOTEIO);
  }

  /// One of those that exist, that of libflexio, or a pointer to none.
  mlx5dv_devx_obj *object() {
    constexpr unsigned ofLibrary = 255;
    const unsigned index = input_.next();
    if (index == ofLibrary)
      return reinterpret_cast<mlx5dv_devx_obj *>(&receiveQueue);
    return index < objects_.size() ? objects_[index] : nullptr;
  }

  /// Zeros with some bytes set, so that a few choices are a command.
  void readCommand(bool beginsValid) {
    in_.assign(size_t(input_.next()) * 8, {});
    out_.assign(size_t(input_.next()) * 4, {});
    const uint16_t opcode = opcodes[input_.next() % opcodes.size()];
    put(0, opcode >> 8);
    put(1, opcode);
    if (beginsValid)
      putQueue(static_cast<devx::Opcode>(opcode));
    for (unsigned count = input_.next() % 32; count != 0; --count) {
      const unsigned place = input_.next() + 256u * (input_.next() % 4);
      put(place, input_.next());
    }
  }
  void putField(devx::Field field, uint64_t value) {
    if (in_.size() * 8 >= size_t{field.offset} + field.bits)
      devx::set(in_, field, value);
  }
  void putPlace(const devx::PlaceFields &fields) {
    putField(fields.valid.field, 1);
    putField(fields.umem.field, 1);
  }
  /// The fields that a queue has to have. Protection domain, TIS and UAR are 1.
  void putQueue(devx::Opcode opcode) {
    namespace cq = devx::cq;
    namespace qp = devx::qp;
    namespace wq = devx::wq;
    if (opcode == devx::Opcode::CreateCq) {
      putPlace(cq::ring);
      putPlace(cq::record);
      putField(cq::uar, 1);
      putField(cq::eventQueue, 1);
    } else if (opcode == devx::Opcode::CreateQp) {
      putPlace(qp::rings);
      putPlace(qp::record);
      putField(qp::uar, 1);
      putField(qp::domain, 1);
    } else if (opcode == devx::Opcode::CreateMkey) {
      putPlace(devx::mkey::memory);
      putField(devx::mkey::domain, 1);
      putField(devx::mkey::localRead, 1);
      putField(devx::mkey::accessMode, devx::mkey::translated);
      putField(devx::mkey::queuePair, devx::mkey::anyQueuePair);
      putField(devx::mkey::length, 64);
    } else if (opcode == devx::Opcode::CreateSq ||
               opcode == devx::Opcode::CreateRq ||
               opcode == devx::Opcode::CreateRmp) {
      putPlace(wq::ring);
      putPlace(wq::record);
      putField(wq::uar, 1);
      putField(wq::domain, 1);
      putWorkQueue(opcode);
    }
  }
  void putWorkQueue(devx::Opcode opcode) {
    putField(devx::wq::type, devx::wq::cyclic);
    if (opcode == devx::Opcode::CreateRq)
      putField(devx::rq::keepsVlan, 1);
    else if (opcode == devx::Opcode::CreateRmp)
      putField(devx::rmp::state, 1);
    else
      putField(devx::sq::tisCount, 1);
  }
  void put(size_t place, unsigned value) {
    if (place < in_.size())
      in_[place] = static_cast<std::byte>(value);
  }

  dpa::test::Choices input_;
  std::vector<mlx5dv_devx_obj *> objects_, left_;
  std::vector<std::byte> in_, out_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  device = std::make_shared<SteeredDevice>();
  queuePair = {};
  lastDomain = 0;
  Session({data, std::min<size_t>(size, 4096)}).run();
  device.reset();
  return 0;
}
