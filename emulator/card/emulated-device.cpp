// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes processes: checks image and firmware, lays out memory, hands over the
// device's limits and the extensions of its model.
#include "emulator/card/emulated-device.h"

#include "base/hardware-models.h"
#include "base/log-line.h"
#include "emulator/card/debug-servers.h"
#include "emulator/card/drop-report.h"
#include "emulator/card/live-port.h"
#include "emulator/gate/emulated-process.h"
#include "emulator/loader/image-rules.h"
#include "emulator/schedule/make-scheduler.h"
#include "emulator/unit/host-clock.h"
#include "emulator/unit/instruction-clock.h"

#include <algorithm>

namespace dpa {
namespace {

/// Extensions of a model, from its row of the table.
cpu::Isa isaOf(uint32_t model) {
  const HardwareModel *row = findModel(model);
  auto has = [&](std::string_view extension) {
    return row && row->architecture.find(extension) != std::string_view::npos;
  };
  return {.zba = has("_zba"),
          .zbb = has("_zbb"),
          .zbs = has("_zbs"),
          .zihintpause = has("_zihintpause")};
}

cpu::Engine engineOf(EngineChoice choice) {
  switch (choice) {
  case EngineChoice::Interpreter:
    return cpu::Engine::Interpreter;
  case EngineChoice::Jit:
    return cpu::Engine::Jit;
  case EngineChoice::Auto:
    break;
  }
  return cpu::Engine::Auto;
}

} // namespace

std::shared_ptr<EmulatedDevice>
EmulatedDevice::create(DeviceSettings settings,
                       std::span<const std::byte> firmware,
                       std::string &error) {
  auto scheduler = makeScheduler(settings, error);
  if (!scheduler)
    return nullptr;
  std::shared_ptr<EmulatedDevice> device(
      new EmulatedDevice(std::move(settings), firmware, std::move(scheduler)));
  if (!device->settings_.gdb.empty()) {
    device->debugServer_ = debugServerAt(device->settings_.gdb.view(), error);
    if (!device->debugServer_)
      return nullptr;
  }
  return device->openPorts(error) ? device : nullptr;
}

/// A live port of a repeatable run is part of its schedule.
bool EmulatedDevice::openPorts(std::string &error) {
  PortInputs *inputs = scheduling_->inputs();
  const bool hasLivePort = std::ranges::any_of(settings_.ports, isLive);
  const bool isReplay = inputs && inputs->isReplay();
  const bool isOrdered =
      inputs && (isReplay ? inputs->hasRecordedPort() : hasLivePort);
  if (!isOrdered && (!isReplay || !hasLivePort))
    return openUnorderedPorts(error);
  if (settings_.ports.size() > 1) {
    error =
        settings_.name +
        ": a repeatable run (seed, record, replay) of a device with several "
        "ports, one of them live, is not supported yet (expected loopback, "
        "up, down, or pcap with a regular file for each)";
    return false;
  }
  if (isOrdered)
    return openOrderedPort(*inputs, error);
  PortSettings port = settings_.ports.front();
  (void)adoptRecorded("", portName(1), port, error);
  error.insert(0, std::string(settings_.replayFile.view()) + ": ");
  return false;
}

bool EmulatedDevice::openUnorderedPorts(std::string &error) {
  uint32_t number = 0;
  return std::ranges::all_of(settings_.ports, [&](const PortSettings &port) {
    return network_->openPort(port, portName(++number),
                              settings_.isReproducible(), nullptr, error);
  });
}

/// On a thread with a heap of its own, because a replay allocates otherwise than
/// the run that it repeats.
bool EmulatedDevice::openOrderedPort(PortInputs &inputs, std::string &error) {
  portThread_ = std::make_unique<OwnHeapThread>();
  if (!portThread_->isRunning()) {
    error = "cannot create a thread for the port";
    return false;
  }
  bool isOpen = false;
  std::exception_ptr failure;
  auto open = [&] {
    try {
      isOpen = inputs.isReplay() ? openReplayedPort(inputs, error)
                                 : openLivePort(inputs, error);
    } catch (...) {
      failure = std::current_exception();
    }
  };
  portThread_->run(open);
  if (failure)
    std::rethrow_exception(failure);
  return isOpen;
}

bool EmulatedDevice::openReplayedPort(PortInputs &inputs, std::string &error) {
  PortSettings port = settings_.ports.front();
  if (adoptRecorded(inputs.takeRecordedPort(), portName(1), port, error))
    return network_->openPort(port, portName(1), true, &inputs, error);
  error.insert(0, std::string(settings_.replayFile.view()) + ": ");
  return false;
}

bool EmulatedDevice::openLivePort(PortInputs &inputs, std::string &error) {
  PortSettings port = settings_.ports.front();
  const bool isRecorded = !settings_.recordFile.empty();
  if (!canBeOrdered(port, isRecorded, error) ||
      !network_->openPort(port, portName(1), true, &inputs, error))
    return false;
  if (!isRecorded)
    printLine("dpa-emulator", "note",
              "%s: frames from outside arrive at other moments in each run, "
              "also with the same seed (--record makes a run repeatable)",
              portName(1).c_str());
  port.mac = network_->port(1).addresses().mac;
  port.mtu = network_->port(1).mtu();
  inputs.openLivePort(recordedText(portName(1), port));
  return true;
}

EmulatedDevice::EmulatedDevice(DeviceSettings settings,
                               std::span<const std::byte> firmware,
                               std::shared_ptr<Scheduler> scheduler)
    : settings_(std::move(settings)), firmware_(firmware),
      scheduling_(std::move(scheduler)),
      statistics_(std::make_shared<EuStatistics>(settings_.unitCount())),
      keys_(std::make_shared<MemoryKeys>()), gate_(*scheduling_),
      network_(makeCard()) {}

std::shared_ptr<NetworkCard> EmulatedDevice::makeCard() const {
  auto card = std::make_unique<NetworkCard>(keys_, *scheduling_);
  if (settings_.messages.logLevel < LogLevel::Info)
    return card;
  return reportDropsOf(std::move(card), settings_.name);
}

std::shared_ptr<NetworkCard> EmulatedDevice::shareCard(std::string &error) {
  if (settings_.isReproducible()) {
    error = "queues of two devices in a repeatable run (seed, replay) are not "
            "supported yet";
    return nullptr;
  }
  return network_->start(error) ? network_ : nullptr;
}

std::shared_ptr<cpu::Clock> EmulatedDevice::makeClock() const {
  if (settings_.isReproducible())
    return std::make_shared<InstructionClock>();
  return std::make_shared<HostClock>();
}

std::unique_ptr<Process>
EmulatedDevice::createProcess(const ProcessSettings &settings,
                              ProcessObserver &observer, std::string &error) {
  auto fail = [&](const std::string &what) {
    error = what;
    return nullptr;
  };
  if (settings_.unitCount() == 0)
    return fail("the device is function " + std::to_string(settings_.vhca) +
                " of '" + settings_.card +
                "', which has no partition of execution units; "
                "dpaeumgmt partition create makes one");
  std::string problem;
  auto image = readDeviceImage(settings.image, settings_.model, problem);
  if (!image)
    return fail("device image: " + problem);
  auto firmware = readFirmware(firmware_, problem);
  if (!firmware)
    return fail("firmware: " + problem);
  auto memory =
      ProcessMemory::create(*image, *firmware, settings_.heapSize, problem);
  if (!memory)
    return fail(problem);

  if (settings_.engine == EngineChoice::Jit && !cpu::jitIsAvailable(problem))
    return fail("engine jit: " + problem);

  ProcessContext context;
  context.scheduler = scheduling_;
  context.isa = isaOf(settings_.model);
  context.limits.instructions = settings_.instructionBudget;
  context.limits.nanoseconds = settings_.watchdogMilliseconds * 1'000'000;
  context.limitsHandlers = settings_.limitsHandlers;
  context.callTimeoutMilliseconds = settings_.callTimeoutMilliseconds;
  context.engine = engineOf(settings_.engine);
  context.check = settings_.check;
  context.misaligned = settings_.misaligned;
  context.firmwareEntry = firmware->entry;
  context.imageEntry = image->elf.entry;
  context.statistics = statistics_;
  context.keys = keys_;
  context.clock = makeClock();
  bool isUp = gate_.access({.kind = Arrival::Kind::Create}, [&] {
    context.id = nextProcess_++;
    context.nic = std::make_shared<ProcessNic>(network_);
    context.ports = network_->counters();
    return network_->start(error);
  });
  if (!isUp)
    return nullptr;
  auto process = std::make_unique<EmulatedProcess>(std::move(context),
                                                   std::move(memory), observer);
  if (debugServer_)
    process->debugging().serveAt(debugServer_);
  else if (settings_.allowsUserDebug && !settings_.isReproducible())
    process->debugging().allowTokens();
  return process;
}

} // namespace dpa
