// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as DevX commands of a program, which create, change, query and
// destroy objects, with answers of any size. Also of a queue pair of verbs and of a receive queue of
// libflexio. A command that fails has an errno; at the end, all
// objects can be destroyed, and the steering has none left.
#include "emulator/nic/steering/steering.h"
#include "emulator/verbs/device-list.h"
#include "emulator/verbs/devx-queue-pairs.h"
#include "test/fuzz/choices.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <infiniband/mlx5dv.h>
#include <vector>

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

class NoMemory : public dpa::HostMemory {
public:
  void addDomain(const void *) override {}
  bool removeDomain(const void *) override { return false; }
  bool hasDomain(const void *) const override { return false; }
  uint32_t addRegion(const dpa::HostRegion &) override { return 0; }
  void removeRegion(uint32_t) override {}
  bool bindWindow(uint32_t, uint32_t, const dpa::HostRegion &) override {
    return false;
  }
  std::optional<dpa::HostRegion> region(uint32_t) const override {
    return std::nullopt;
  }
};

/// Receive queues have the numbers 1 to 16.
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
  std::unique_ptr<dpa::HostCompletionQueue>
  createCq(const dpa::HostCqSettings &, dpa::NicObserver &,
           std::string &) override {
    return nullptr;
  }
  std::unique_ptr<dpa::QueuePair>
  createQueuePair(const dpa::QueuePairSettings &, dpa::NicObserver &,
                  std::string &) override {
    return nullptr;
  }
  std::unique_ptr<dpa::SharedReceiveQueue>
  createSharedReceiveQueue(const dpa::SharedReceiveQueueSettings &,
                           dpa::NicObserver &, std::string &) override {
    return nullptr;
  }

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
  dpa::HostMemory &hostMemory() override { return memory_; }
  dpa::SteeringControl *steering() override { return &rules; }
  dpa::HostNic *nic() override { return &queues_; }
  dpa::MessageSettings messages() const override { return {}; }
  dpa::EuCounters counters(uint32_t) const override { return {}; }
  void setTrace(bool) override {}
  dpa::ScheduleTrace takeTrace() override { return {}; }

  dpa::Steering rules;

private:
  const std::string name_ = "mlx5_0";
  NoMemory memory_;
  Queues queues_;
};

std::shared_ptr<SteeredDevice> device;
/// Its address is the name of an object of libflexio.
char receiveQueue = 0;
ibv_qp queuePair{};

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

int mlx5dv_init_obj(mlx5dv_obj *, uint64_t) {
  return 0;
}

} // extern "C"

namespace {

/// Opcodes of commands, and one that does not exist.
constexpr std::array<uint16_t, 23> opcodes = {
    0x100, 0x816, 0x900, 0x901, 0x912, 0x916, 0x917, 0x939,
    0x93b, 0x001, 0x0,   0x909, 0x90b, 0x502, 0x503, 0x504,
    0x505, 0x506, 0x507, 0x50a, 0x50b, 0x50c, 0x50e};

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
  }

private:
  void step() {
    const unsigned what = input_.next() % 8;
    readCommand();
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
  void readCommand() {
    in_.assign(size_t(input_.next()) * 8, {});
    out_.assign(size_t(input_.next()) * 4, {});
    const uint16_t opcode = opcodes[input_.next() % opcodes.size()];
    put(0, opcode >> 8);
    put(1, opcode);
    for (unsigned count = input_.next() % 32; count != 0; --count) {
      const unsigned place = input_.next() + 256u * (input_.next() % 4);
      put(place, input_.next());
    }
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
  Session({data, std::min<size_t>(size, 4096)}).run();
  device.reset();
  return 0;
}
