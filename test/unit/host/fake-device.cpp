// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scripted device and the fixture of the tests of public functions: see
// fake-device.h.
#include "test/unit/host/fake-device.h"

#include "emulator/interface/report.h"
#include "runtime/abi/message-streams.h"

#include <cstring>
#include <map>

namespace dpa {

// The emulator's table of contexts, for tests.
static std::map<const void *, std::shared_ptr<Device>> boundContexts;

void bindContext(const void *context, std::shared_ptr<Device> device) {
  boundContexts[context] = std::move(device);
}
void unbindContext(const void *context) {
  boundContexts.erase(context);
}
std::shared_ptr<Device> deviceOfContext(const void *context) {
  auto found = boundContexts.find(context);
  return found == boundContexts.end() ? nullptr : found->second;
}
bool isClosedContext(const void * /*context*/) {
  return false;
}

// No timeline is recorded.
bool isTraced() {
  return false;
}
void traceEnd(std::string_view /*why*/) noexcept {}
bool isTraceReproducible() {
  return false;
}
void traceMessage(uint32_t /*stream*/, uint32_t /*eu*/,
                  std::string_view /*text*/) noexcept {}
void reportProfile(std::string_view /*foldedStacks*/) noexcept {}

// The emulator's table of DevX objects, for tests.
static std::map<const void *, DevxObject> boundDevxObjects;

void bindDevxObject(const void *name, DevxObject object) {
  boundDevxObjects[name] = std::move(object);
}
void unbindDevxObject(const void *name) {
  boundDevxObjects.erase(name);
}
std::optional<DevxObject> findDevxObject(const void *name) {
  auto found = boundDevxObjects.find(name);
  return found == boundDevxObjects.end() ? std::nullopt
                                         : std::optional(found->second);
}

} // namespace dpa

namespace dpa::test {

std::unique_ptr<Process>
FakeDevice::createProcess(const ProcessSettings &settings,
                          ProcessObserver &observer, std::string &error) {
  lastProcessName = settings.name;
  lastImage.assign(settings.image.begin(), settings.image.end());
  if (refusal.empty())
    return std::make_unique<FakeProcess>(*this, observer);
  error = refusal;
  return nullptr;
}

CallResult FakeProcess::call(const CallRequest &request, uint64_t &value) {
  device_.lastAffinity = request.affinity;
  if (endStatus_ != 0)
    return CallResult::ProcessEnded;
  if (!request.arguments.empty() &&
      !write(request.arg0, request.arguments.data(), request.arguments.size()))
    return CallResult::BadArguments;
  value = 0;
  if (request.wasEndedByOther)
    *request.wasEndedByOther = device_.callsAreEndedByOthers;
  return device_.script ? device_.script(*this, request.function, request.arg0,
                                         request.arg1, value)
                        : CallResult::Ok;
}

namespace {

template <typename Interface> class FakeWorkQueue : public Interface {
public:
  FakeWorkQueue(FakeWorkQueues &all, const WorkQueueSettings &settings)
      : all_(all), index_(all.queues.size()) {
    all.queues.push_back(
        {.settings = settings,
         .isReceive = std::is_same_v<Interface, ReceiveQueue>});
  }
  ~FakeWorkQueue() override { all_.queues[index_].isAlive = false; }
  uint32_t number() const override {
    return static_cast<uint32_t>(index_) + 100;
  }

protected:
  FakeWorkQueues &all_;
  const size_t index_;
};

class FakeReceiveQueue final : public FakeWorkQueue<ReceiveQueue> {
public:
  using FakeWorkQueue::FakeWorkQueue;
  void setError() override { all_.queues[index_].isInError = true; }
};

template <typename Queue>
std::unique_ptr<Queue> createWorkQueue(FakeWorkQueues &all,
                                       const WorkQueueSettings &settings,
                                       std::string &error) {
  error = all.refusal;
  return error.empty() ? std::make_unique<Queue>(all, settings) : nullptr;
}

} // namespace

std::unique_ptr<SendQueue>
FakeProcess::createSendQueue(const WorkQueueSettings &settings,
                             std::string &error) {
  return createWorkQueue<FakeWorkQueue<SendQueue>>(device_.workQueues, settings,
                                                   error);
}

std::unique_ptr<ReceiveQueue>
FakeProcess::createReceiveQueue(const WorkQueueSettings &settings,
                                std::string &error) {
  return createWorkQueue<FakeReceiveQueue>(device_.workQueues, settings, error);
}

static bool isInside(uint64_t address, size_t size) {
  return address >= dataBase && address - dataBase <= dataSize + heapSize &&
         size <= dataSize + heapSize - (address - dataBase);
}

bool FakeProcess::read(uint64_t address, void *buffer, size_t size) {
  if (!isInside(address, size))
    return false;
  memcpy(buffer, memory_.data() + (address - dataBase), size);
  return true;
}

bool FakeProcess::write(uint64_t address, const void *buffer, size_t size) {
  if (!isInside(address, size))
    return false;
  memcpy(memory_.data() + (address - dataBase), buffer, size);
  return true;
}

bool FakeProcess::fill(uint64_t address, int value, size_t size) {
  if (!isInside(address, size))
    return false;
  memset(memory_.data() + (address - dataBase), value, size);
  return true;
}

void FakeProcess::end(uint8_t status, const std::optional<Crash> &crash) {
  endStatus_ = status;
  endCrash_ = crash;
  observer_.ended(status, crash ? &*crash : nullptr);
}

std::vector<std::byte> appImage(uint32_t model) {
  return makeImage({{"add", addFunction},
                    {"unpack_add", addUnpack},
                    {DPA_STREAM_CONFIGURE_STUB, streamConfigure},
                    {DPA_STREAM_CLOSE_STUB, streamClose}},
                   model);
}

void addStub(void) {}

void packAdd(void *argbuf, va_list ap) {
  auto *to = static_cast<uint64_t *>(argbuf);
  to[0] = va_arg(ap, uint64_t);
  to[1] = va_arg(ap, uint64_t);
}

HostTest::HostTest() {
  testing::internal::CaptureStderr();
  context_ = contextOf(device_);
  app_ = makeApp("test_app");
  EXPECT_EQ(
      flexio_func_pup_register(app_, "add", "unpack_add", addStub, 16, packAdd),
      FLEXIO_STATUS_SUCCESS);
}

HostTest::~HostTest() {
  for (flexio_app *made : apps_)
    flexio_app_destroy(made);
  for (auto &made : contexts_)
    unbindContext(made.get());
  testing::internal::GetCapturedStderr();
}

ibv_context *HostTest::contextOf(std::shared_ptr<FakeDevice> device) {
  contexts_.push_back(std::make_unique<ibv_context>());
  device->memory.addDomain(&pd_);
  bindContext(contexts_.back().get(), std::move(device));
  return contexts_.back().get();
}

flexio_app *HostTest::makeApp(const char *name, uint32_t model) {
  std::vector<std::byte> image = appImage(model);
  flexio_app_attr attributes{};
  attributes.app_name = name;
  attributes.app_ptr = image.data();
  attributes.app_bsize = image.size();
  flexio_app *made = nullptr;
  EXPECT_EQ(flexio_app_create(&attributes, &made), FLEXIO_STATUS_SUCCESS)
      << takeLog();
  apps_.push_back(made);
  return made;
}

flexio_process *HostTest::makeProcess() {
  flexio_process_attr attributes{};
  attributes.pd = &pd_;
  flexio_process *process = nullptr;
  EXPECT_EQ(flexio_process_create(context_, app_, &attributes, &process),
            FLEXIO_STATUS_SUCCESS)
      << takeLog();
  return process;
}

std::string HostTest::takeLog() {
  std::string log = testing::internal::GetCapturedStderr();
  testing::internal::CaptureStderr();
  return log;
}

} // namespace dpa::test
