// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which emulated devices there are, and their settings: from the TOML file that
// DPA_CONFIG names (default: one BlueField-3 called mlx5_0) and from
// DPA_DEVICES and the settings' own variables, which dpa-run sets.
// docs/emulator.md describes the file. An invalid value is
// an error with its place.
#ifndef DPA_EMULATOR_CONFIGURATION_CONFIGURATION_H
#define DPA_EMULATOR_CONFIGURATION_CONFIGURATION_H

#include "emulator/configuration/eu-management.h"
#include "emulator/configuration/file-name.h"
#include "emulator/configuration/port-settings.h"
#include "emulator/configuration/profile-setting.h"
#include "emulator/interface/messages.h"
#include "runtime/abi/address-map.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

/// DPA_ID of the default model, BlueField-3.
constexpr uint32_t defaultModel = 2;

/// Longest name that struct ibv_device can hold (64 with its NUL).
constexpr size_t deviceNameSizeMax = 63;

/// What runs device code.
enum class EngineChoice : uint8_t {
  Interpreter,
  Jit,  ///< processes fail to start where the host forbids it
  Auto, ///< the JIT unless the host forbids it
};

/// Whether the accesses of device code are checked against the memory model.
enum class MemoryChecking : uint8_t {
  Off,
  On,
  Strict, ///< and fences never count as write-backs
  Heap,   ///< addressable memory and defined values instead
};

/// What misaligned loads and stores of device code do; atomic operations trap.
enum class MisalignedAccesses : uint8_t {
  Allow, ///< access memory; the first of each instruction is reported
  Trap,
  Silent, ///< access memory
};

/// Another function of a card, as the device with the embedded switch sees it.
struct VportSettings {
  uint32_t number = 0;
  std::string device;
  PortSettings port; ///< of that device, on the vport

  bool operator==(const VportSettings &) const = default;
};

/// What one device is configured to be.
struct DeviceSettings {
  std::string name = "mlx5_0";
  uint32_t model = defaultModel;             ///< DPA_ID, hardware-models.def
  uint32_t executionUnits = 256;             ///< of the card
  uint64_t heapSize = DPA_HEAP_SIZE_DEFAULT; ///< bytes, of each process
  /// Instructions that one activation may retire; 0: no limit.
  uint64_t instructionBudget = 0;
  /// Processor time that one activation may take; 0: no limit.
  uint64_t watchdogMilliseconds = 10000;
  /// The same holds for event handlers: the limit was set by the user.
  bool limitsHandlers = false;
  /// How long a call waits for an execution unit; 0: for ever.
  uint64_t callTimeoutMilliseconds = 60000;
  EngineChoice engine = EngineChoice::Auto;
  /// Host threads that may run execution units; 0: one for each core.
  uint32_t hostThreads = 0;
  /// Set: execution units take turns on one thread, in an order that it
  /// decides.
  std::optional<uint64_t> seed;
  /// Instructions of the longest turn in such a run; 0: not set, turns grow.
  uint64_t quantum = 0;
  FileName recordFile;     ///< of such a run; empty: none
  FileName replayFile;     ///< the run to repeat; empty: none
  FileName coreDumpFolder; ///< of processes that end with an error; empty: none
  FileName stateFolder;    ///< parent of state directories; empty: none
  FileName coverageFile;   ///< of instrumented images; empty: the default
  ProfileSetting profile;  ///< of device code
  bool mapsHostCode = false; ///< for perf
  MemoryChecking check = MemoryChecking::Off;
  MisalignedAccesses misaligned = MisalignedAccesses::Allow;
  bool isOfHost = false;       ///< a function of the host, not of the DPU
  FileName gdb;                ///< where debuggers connect; empty: nowhere
  bool allowsUserDebug = true; ///< by the token of a process

  MessageSettings messages;
  std::vector<PortSettings> ports{1}; ///< number 1 first; one at least

  /// Of the other devices, those whose ports are vports of this one.
  std::vector<VportSettings> vports;

  /// The device that this one is another function of, and its number there;
  /// empty: the card's own function (ECPF), which has all execution units.
  std::string card;
  uint32_t vhca = 0;
  std::vector<EuPartition> partitions; ///< of the card
  std::vector<EuGroup> groups;         ///< of this function

  /// Adds those before it, as by default. Messages need the first port.
  void setPort(uint32_t number, PortSettings port);
  /// Whether its port is a vport of another device.
  bool isOnVport() const { return ports.front().kind == PortKind::Vport; }
  bool isReproducible() const { return seed || !replayFile.empty(); }
  /// Of the function; null: the default partition, which has all, or none.
  const EuPartition *partition() const;
  /// Number of execution units of the function.
  uint32_t unitCount() const;
  bool operator==(const DeviceSettings &) const = default;
};

/// One setting that a file, a variable and a dpa-run option can give as text.
struct Setting {
  const char *key;         ///< name in the file; the option is --key
  const char *environment; ///< variable that sets it for all devices
  const char *expected;    ///< what a good value is, for error messages
  /// False if the text is not a good value. A parser that can say more of it
  /// than `expected` sets `error`.
  bool (*parse)(std::string_view text, DeviceSettings &settings,
                std::string &error);
};

/// The settings of settings.def, in its order.
std::span<const Setting> deviceSettings();

/// Sets one setting; on failure `error` says "expected ..., got 'text'". The
/// ports that `text` chooses by a name of another device are checked only.
bool applySetting(const Setting &setting, std::string_view text,
                  DeviceSettings &settings, std::string &error);

/// False, with a message in `error`, if the settings do not fit together.
bool checkSettings(const DeviceSettings &settings, std::string &error);

/// Fills in the vports of all devices. False, with a message in `error`: a port is
/// the vport of a device that cannot have it.
bool connectVports(std::vector<DeviceSettings> &devices, std::string &error);

/// False, with a message in `error`: two settings of these devices, or of the timeline
/// of the program, name the same file. Devices may share a file of one setting.
bool checkFileNames(std::span<const DeviceSettings> devices,
                    std::string &error);

/// The text of a configuration file; errors are "file: what".
std::optional<std::string> readConfigurationText(const std::string &file,
                                                 std::string &error);

/// Devices of a configuration file's text; `file` is its name for errors, which
/// are "file:line: what".
std::optional<std::vector<DeviceSettings>>
parseConfiguration(std::string_view text, const std::string &file,
                   std::string &error);

/// `choice` is a comma list of name[:model]: keeps those devices only, in that
/// order; one that `devices` lacks is made from `defaults`.
bool chooseDevices(std::string_view choice, const DeviceSettings &defaults,
                   std::vector<DeviceSettings> &devices, std::string &error);

/// A warning for each variable DPA_... of the environment that has no effect.
std::vector<std::string> unknownVariables();

/// 1: the program ends with a summary of its statistics (dpa-run --stats); 0 or
/// not set: without.
constexpr const char *statisticsVariable = "DPA_STATS";
/// Files that the timeline of the program is written to (dpa-run --trace, --report).
constexpr const char *traceVariable = "DPA_TRACE";
constexpr const char *reportVariable = "DPA_REPORT";

/// The configuration of this program: the environment is read at each call.
std::optional<std::vector<DeviceSettings>>
loadConfiguration(std::string &error);

} // namespace dpa

#endif
