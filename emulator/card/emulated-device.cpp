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
#include "emulator/configuration/output-files.h"
#include "emulator/gate/emulated-process.h"
#include "emulator/loader/image-rules.h"
#include "emulator/nic/port/port-addresses.h"
#include "emulator/schedule/make-scheduler.h"
#include "emulator/statistics/add-process.h"
#include "emulator/trace/trace.h"
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
                       std::span<const std::byte> firmware, std::string &error,
                       const std::shared_ptr<EmulatedDevice> &owner) {
  if (!checkOutputFiles(settings, error) ||
      !trace::start(settings.messages.log, error))
    return nullptr;
  std::shared_ptr<Scheduler> scheduler;
  std::shared_ptr<JoinedScheduler> joining;
  if (owner && settings.isReproducible())
    scheduler = makeScheduler(settings, owner->scheduling_);
  else if (settings.isReproducible() && settings.recordFile.empty() &&
           settings.replayFile.empty())
    scheduler = joining = makeJoinedScheduler(settings, error);
  else
    scheduler = makeScheduler(settings, error);
  if (!scheduler)
    return nullptr;
  std::shared_ptr<EmulatedDevice> device(
      new EmulatedDevice(std::move(settings), firmware, std::move(scheduler)));
  device->joining_ = std::move(joining);
  if (!device->openAuthentication(error) ||
      !device->openPorts(switchOf(owner), error) ||
      !device->openDebugServer(error) || !device->startOutputs(error))
    return nullptr;
  device->setVports();
  return device;
}

/// Files lose their older contents: only now, when nothing else prevents the run any more. The
/// recording is first, because a run without it is worthless: if its head cannot be written,
/// older captures remain.
bool EmulatedDevice::startOutputs(std::string &error) {
  if (scheduling_->startRecording(error))
    return network_->beginCaptures(error);
  error.insert(0, settings_.name + ": record: ");
  return false;
}

/// Null if there is no owner.
std::shared_ptr<VportSwitch>
EmulatedDevice::switchOf(const std::shared_ptr<EmulatedDevice> &owner) {
  return owner ? std::shared_ptr<VportSwitch>(owner, &owner->switch_) : nullptr;
}

bool EmulatedDevice::openDebugServer(std::string &error) {
  if (!settings_.gdb.empty())
    debugServer_ = debugServerAt(settings_.gdb.view(), error);
  return settings_.gdb.empty() || debugServer_;
}

bool EmulatedDevice::openAuthentication(std::string &error) {
  if (settings_.stateFolder.empty())
    return true;
  authentication_ = openProgramAuthentication(
      std::string(settings_.stateFolder.view()) + "/" + settings_.name, error);
  if (!authentication_)
    error.insert(0, settings_.name + ": state: ");
  return authentication_ != nullptr;
}

bool EmulatedDevice::authenticate(const ProcessSettings &settings,
                                  std::vector<std::byte> &image,
                                  std::string &error) const {
  if (!authentication_)
    return true;
  const std::optional<bool> isOn = authentication_->isOn(error);
  if (!isOn || !*isOn)
    return isOn.has_value();
  // The copy is checked and loaded, so that stores of the program have no effect.
  image.assign(settings.image.begin(), settings.image.end());
  const std::vector<std::byte> signature(settings.signature.begin(),
                                         settings.signature.end());
  std::optional<std::vector<std::byte>> attributes;
  if (!signature.empty() && settings.attributes)
    attributes = settings.attributes();
  return authentication_->admits({settings.app, image, signature, attributes},
                                 error);
}

/// The other functions of the card, for steering.
void EmulatedDevice::setVports() {
  if (settings_.isOnVport()) {
    const VportName name = vportOf(settings_.ports.front());
    network_->steering().setOwnerOfFdb("vport " + std::to_string(name.number) +
                                       " of '" + std::string(name.device) +
                                       "'");
  }
  std::vector<Vports::Vport> vports;
  vports.reserve(settings_.vports.size());
  for (const VportSettings &each : settings_.vports)
    vports.push_back(
        {.number = each.number,
         .mac = macNumberOf(macOf(each.port, each.device + "/1"))});
  network_->setVports(std::move(vports));
}

bool EmulatedDevice::openPorts(const std::shared_ptr<VportSwitch> &vportSwitch,
                               std::string &error) {
  uint32_t number = 0;
  const bool areOpen =
      std::ranges::all_of(settings_.ports, [&](const PortSettings &port) {
        return openPort(port, ++number, vportSwitch, error);
      });
  PortInputs *inputs = settings_.isOnVport() ? nullptr : scheduling_->inputs();
  if (!areOpen || !inputs || !inputs->isReplay() ||
      !inputs->hasRecordedPort(number + 1))
    return areOpen;
  error = std::string(settings_.replayFile.view()) +
          ": recording is of port '" + inputs->takeRecordedPort() +
          "' (this device has " + std::to_string(number) + " port)";
  return false;
}

/// A live port of a reproducible run is part of its schedule.
bool EmulatedDevice::openPort(const PortSettings &port, uint32_t number,
                              const std::shared_ptr<VportSwitch> &vportSwitch,
                              std::string &error) {
  // What arrives at a vport is sent in turns of the same schedule.
  PortInputs *inputs =
      port.kind == PortKind::Vport ? nullptr : scheduling_->inputs();
  const bool isRecorded =
      inputs && inputs->isReplay() && inputs->hasRecordedPort(number);
  if (inputs && (isRecorded || isLive(port)))
    return openOrderedPort(*inputs, number, error);
  return network_->openPort(port,
                            {.name = portName(number),
                             .isReproducible = settings_.isReproducible(),
                             .vportSwitch = vportSwitch},
                            error);
}

/// On a thread with a heap of its own, because a replay allocates otherwise than
/// the run that it repeats.
bool EmulatedDevice::openOrderedPort(PortInputs &inputs, uint32_t number,
                                     std::string &error) {
  if (!portThread_)
    portThread_ = std::make_unique<OwnHeapThread>();
  if (!portThread_->isRunning()) {
    error = "cannot create a thread for the port";
    return false;
  }
  bool isOpen = false;
  std::exception_ptr failure;
  auto open = [&] {
    try {
      isOpen = inputs.isReplay() ? openReplayedPort(inputs, number, error)
                                 : openLivePort(inputs, number, error);
    } catch (...) {
      failure = std::current_exception();
    }
  };
  portThread_->run(open);
  if (failure)
    std::rethrow_exception(failure);
  return isOpen;
}

bool EmulatedDevice::openReplayedPort(PortInputs &inputs, uint32_t number,
                                      std::string &error) {
  PortSettings port = settings_.ports.at(number - 1);
  const std::string name = portName(number);
  std::string recorded;
  if (inputs.hasRecordedPort(number))
    recorded = inputs.takeRecordedPort();
  if (adoptRecorded(recorded, name, port, error))
    return network_->openPort(
        port, {.name = name, .isReproducible = true, .inputs = &inputs}, error);
  error.insert(0, std::string(settings_.replayFile.view()) + ": ");
  return false;
}

bool EmulatedDevice::openLivePort(PortInputs &inputs, uint32_t number,
                                  std::string &error) {
  PortSettings port = settings_.ports.at(number - 1);
  const std::string name = portName(number);
  const bool isRecorded = !settings_.recordFile.empty();
  if (!canBeOrdered(port, isRecorded, error) ||
      !network_->openPort(
          port, {.name = name, .isReproducible = true, .inputs = &inputs},
          error))
    return false;
  if (!isRecorded)
    printLine("dpa-emulator", "note",
              "%s: frames from outside arrive at other moments in each run, "
              "also with the same seed (--record makes a run reproducible)",
              name.c_str());
  port.mac = network_->port(number).addresses().mac;
  port.mtu = network_->port(number).mtu();
  inputs.openLivePort(number, recordedText(name, port));
  return true;
}

EmulatedDevice::EmulatedDevice(DeviceSettings settings,
                               std::span<const std::byte> firmware,
                               std::shared_ptr<Scheduler> scheduler)
    : settings_(std::move(settings)), firmware_(firmware),
      scheduling_(std::move(scheduler)),
      statistics_(std::make_shared<EuStatistics>(settings_.unitCount())),
      keys_(std::make_shared<MemoryKeys>()), gate_(*scheduling_),
      network_(makeCard()), traceDevice_(trace::addDevice(settings_.name)) {
  network_->setTraceDevice(traceDevice_);
}

std::shared_ptr<NetworkCard> EmulatedDevice::makeCard() const {
  auto card = std::make_unique<NetworkCard>(keys_, *scheduling_);
  if (!settings_.messages.log.shows(LogLevel::Info, LogCategory::Queue))
    return card;
  return reportDropsOf(std::move(card), settings_.name);
}

std::shared_ptr<NetworkCard>
EmulatedDevice::shareCard(const std::shared_ptr<Scheduler> &scheduler,
                          std::string &error) {
  const std::lock_guard guard(joins_);
  if (settings_.isReproducible() && !joinOrder(scheduler, error))
    return nullptr;
  return network_->start(error) ? network_ : nullptr;
}

/// From now on the device has the order of turns of the other scheduler. What the card
/// has begun could not be moved there.
bool EmulatedDevice::joinOrder(const std::shared_ptr<Scheduler> &other,
                               std::string &error) {
  if (scheduling_->order() == other->order())
    return true;
  if (!joining_) {
    error = "queues of two devices with separate recordings, or of a function "
            "on a vport with another card, are not supported";
    return false;
  }
  bool hasLivePort = false;
  for (uint32_t number = 1; number <= network_->portCount(); ++number)
    hasLivePort |= network_->port(number).hasOrderedLink();
  if (hasLivePort) {
    error = "'" + settings_.name +
            "' has a live port, so that in a reproducible run its queues "
            "cannot be those of processes of another device";
    return false;
  }
  if (network_->isStarted()) {
    error = "'" + settings_.name +
            "' has its own order of turns already (in a reproducible run, "
            "extend a UAR to it before it has a process or a queue pair)";
    return false;
  }
  joining_->join(other);
  return true;
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
  std::vector<std::byte> checked;
  if (!authenticate(settings, checked, error))
    return nullptr;
  std::string problem;
  auto image = readDeviceImage(checked.empty() ? settings.image : checked,
                               settings_.model, problem);
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
  context.mapsHostCode = settings_.mapsHostCode;
  if (!settings_.profile.file.empty())
    context.sampling = {.frequency = settings_.profile.frequency,
                        .seed = scheduling_->seed().value_or(0)};
  context.misaligned = settings_.misaligned;
  context.isOfHost = settings_.isOfHost;
  context.firmwareEntry = firmware->entry;
  context.imageEntry = image->elf.entry;
  context.statistics = statistics_;
  context.keys = keys_;
  context.clock = makeClock();
  bool isUp = gate_.access({.kind = Arrival::Kind::Create}, [&] {
    context.id = nextProcess_++;
    context.traceDevice = traceDevice_;
    context.traceProcess =
        trace::addProcess(traceDevice_, settings.name, context.id);
    context.nic = std::make_shared<ProcessNic>(network_);
    context.ports = network_->counters();
    return network_->start(error);
  });
  if (!isUp)
    return nullptr;
  context.threadStatistics =
      addProcess(settings_.name, settings.name, context.id, statistics_);
  auto process = std::make_unique<EmulatedProcess>(std::move(context),
                                                   std::move(memory), observer);
  if (debugServer_)
    process->debuggerAccess().serveAt(debugServer_);
  else if (settings_.allowsUserDebug && !settings_.isReproducible())
    process->debuggerAccess().allowTokens();
  return process;
}

} // namespace dpa
