// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks all states of a device (owner, root, authentication) by all files of the vendor and of
// two owners: in each state each file is accepted or rejected as the table of states says,
// and an accepted one leads to the state of the table.
// PROVES: R-AUTH-04 R-OWN-02 R-OWN-05 R-XFER-01 R-XFER-02 R-XFER-03 R-XFER-04
#include "emulator/authentication/apply-container.h"
#include "test/unit/authentication/made-files.h"

#include <deque>
#include <functional>
#include <map>

namespace dpa::auth::test {

namespace {

enum Party : uint8_t { None, FirmA, FirmB };

struct State {
  Party owner = None;
  bool hasRoot = false;
  bool isOn = false;
  auto operator<=>(const State &) const = default;
};

/// What the device stores in a state.
struct Device {
  NvValues values;
  std::vector<Root> roots;
};

struct Event {
  std::string name;
  bool isContainer = false;
  Bytes file;
  /// The next state by the table; nothing: rejected.
  std::function<std::optional<State>(const State &)> next;
};

class StateWalkTest : public testing::Test {
protected:
  const PrivateKey &keyFor(Party party) const {
    return party == FirmA ? keyA : keyB;
  }
  static Uuid uuidFor(Party party) {
    return party == FirmA ? ownerUuid : otherUuid;
  }
  static std::string nameFor(Party party) { return party == FirmA ? "A" : "B"; }

  void addFile(const std::string &name, const FileShape &shape, Party signer,
               const std::function<void(State &)> &effect) {
    const bool isVendor = signer == None;
    events.push_back(
        {name, false,
         isVendor ? signFile(tlvsOf(shape), vendor, vendorKeyUuid)
                  : signFile(tlvsOf(shape), keyFor(signer), uuidFor(signer)),
         [=](const State &state) -> std::optional<State> {
           // The vendor cannot switch authentication on or off, and cannot change
           // a device with an owner at all.
           if (state.owner != signer ||
               (isVendor && !shape.newKey && shape.isOn))
             return std::nullopt;
           State after = state;
           effect(after);
           return after;
         }});
  }

  void addContainer(const std::string &name, Party signer,
                    CertificateContainer content, bool needsRoot,
                    bool needsNone) {
    content.keyUuid = uuidFor(signer);
    const bool isRemoval = content.isRemoval;
    events.push_back({name, true, signContainer(content, keyFor(signer)),
                      [=](const State &state) -> std::optional<State> {
                        if (state.owner != signer ||
                            (needsRoot && !state.hasRoot) ||
                            (needsNone && state.hasRoot))
                          return std::nullopt;
                        State after = state;
                        after.hasRoot = !isRemoval;
                        return after;
                      }});
  }

  void makeFilesOf(Party firm) {
    const Party other = firm == FirmA ? FirmB : FirmA;
    const PrivateKey *otherKey = &keyFor(other);
    const std::string name = nameFor(firm) + ": ";
    addFile("vendor: claim for " + nameFor(firm),
            {.newKey = &keyFor(firm), .newUuid = uuidFor(firm)}, None,
            [=](State &state) { state.owner = firm; });
    addFile(name + "on", {.isOn = true}, firm,
            [](State &state) { state.isOn = true; });
    addFile(name + "off", {.isOn = false}, firm,
            [](State &state) { state.isOn = false; });
    addFile(name + "nothing", {}, firm, [](State &) {});
    addFile(name + "new key, settings stay",
            {.newKey = otherKey, .newUuid = uuidFor(other)}, firm,
            [=](State &state) { state.owner = other; });
    addFile(name + "transfer",
            {.keepsSame = false, .newKey = otherKey, .newUuid = uuidFor(other)},
            firm, [=](State &state) {
              state.owner = other;
              state.isOn = false;
            });
    addFile(name + "no owner", {.keepsSame = false}, firm, [](State &state) {
      state.owner = None;
      state.isOn = false;
    });
    addFile(name + "no owner, on", {.keepsSame = false, .isOn = true}, firm,
            [](State &state) {
              state.owner = None;
              state.isOn = true;
            });
    CertificateContainer content = addition(root);
    addContainer(name + "add root", firm, content, false, true);
    content.certificate = {};
    content.isRemoval = true;
    addContainer(name + "remove root", firm, content, true, false);
    content.removesAll = true;
    content.certificateUuid = Uuid();
    addContainer(name + "remove all roots", firm, content, false, false);
  }

  bool isAccepted(const Event &event, Device &device) {
    const VendorView view{identity, vendor.publicKey()};
    if (!event.isContainer)
      return !applyNvFile(event.file, view, device.values);
    RootChange change;
    if (checkContainer(event.file, view, *ownerOf(device.values), device.roots,
                       change))
      return false;
    if (change.removesAll || change.removed)
      device.roots.clear(); // at most one here
    if (change.added)
      device.roots.push_back(*change.added);
    return true;
  }

  State stateOf(const Device &device) const {
    State state;
    const auto owner = *ownerOf(device.values);
    if (owner)
      state.owner = owner->key == keyA.publicKey() ? FirmA : FirmB;
    state.hasRoot = !device.roots.empty();
    state.isOn = isAuthenticationOn(device.values);
    return state;
  }

  DeviceIdentity identity;
  PrivateKey vendor = keyOf("vendor");
  PrivateKey keyA = keyOf("owner");
  PrivateKey keyB = keyOf("leaf");
  Bytes root = known("root.der");
  std::vector<Event> events;
};

TEST_F(StateWalkTest, EveryFileInEveryState) {
  makeFilesOf(FirmA);
  makeFilesOf(FirmB);
  addFile("vendor: on", {.isOn = true}, None, [](State &) {});
  // keep_same_priority False removes the settings of the last owner.
  addFile("vendor: clean-up", {.keepsSame = false}, None,
          [](State &state) { state.isOn = false; });
  std::map<State, Device> reached{{State(), Device()}};
  std::deque<State> open{State()};
  size_t accepted = 0;
  while (!open.empty()) {
    const State state = open.front();
    open.pop_front();
    for (const Event &event : events) {
      Device device = reached.at(state);
      const std::optional<State> expected = event.next(state);
      const std::string what = event.name + " with owner " +
                               std::to_string(state.owner) + ", root " +
                               std::to_string(state.hasRoot) +
                               ", authentication " + std::to_string(state.isOn);
      EXPECT_EQ(isAccepted(event, device), expected.has_value()) << what;
      EXPECT_EQ(stateOf(device), expected.value_or(state)) << what;
      accepted += expected ? 1 : 0;
      if (reached.try_emplace(stateOf(device), device).second)
        open.push_back(stateOf(device));
    }
  }
  EXPECT_EQ(reached.size(), 12u); // each combination
  EXPECT_GT(accepted, 12u);
}

} // namespace

} // namespace dpa::auth::test
