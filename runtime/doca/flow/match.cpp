// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches: see match.h. A field is copied byte by byte, since both sides are in
// network byte order.
#include "runtime/doca/flow/match.h"

#include "runtime/doca/flow/actions.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace dpa::doca {

namespace {

struct MatchField {
  size_t from; ///< offset in doca_flow_match
  size_t size;
  size_t to; ///< offset in HeaderBytes
};

#define FIELD(member, to)                                                      \
  {offsetof(doca_flow_match, outer.member),                                    \
   sizeof(doca_flow_match::outer.member), to}

constexpr MatchField ethernetFields[] = {
    FIELD(eth.src_mac, 0), FIELD(eth.type, 6), FIELD(eth.dst_mac, 8)};
constexpr MatchField ip4Fields[] = {FIELD(ip4.src_ip, 44),
                                    FIELD(ip4.dst_ip, 60),
                                    FIELD(ip4.next_proto, ipProtocolAt)};
constexpr MatchField ip6Fields[] = {FIELD(ip6.src_ip, 32),
                                    FIELD(ip6.dst_ip, 48),
                                    FIELD(ip6.next_proto, ipProtocolAt)};
constexpr MatchField tcpFields[] = {FIELD(tcp.l4_port.src_port, 20),
                                    FIELD(tcp.l4_port.dst_port, 22)};
constexpr MatchField udpFields[] = {FIELD(udp.l4_port.src_port, 28),
                                    FIELD(udp.l4_port.dst_port, 30)};
/// Calls `use` with each field of the headers that the types name.
template <typename Use>
void forEachField(const doca_flow_match &types, Use use) {
  auto useAll = [&](std::span<const MatchField> fields) {
    std::for_each(fields.begin(), fields.end(), use);
  };
  useAll(ethernetFields);
  if (types.outer.l3_type == DOCA_FLOW_L3_TYPE_IP4)
    useAll(ip4Fields);
  if (types.outer.l3_type == DOCA_FLOW_L3_TYPE_IP6)
    useAll(ip6Fields);
  if (types.outer.l4_type_ext == DOCA_FLOW_L4_TYPE_EXT_TCP)
    useAll(tcpFields);
  if (types.outer.l4_type_ext == DOCA_FLOW_L4_TYPE_EXT_UDP)
    useAll(udpFields);
}

std::span<const uint8_t> bytesOf(const doca_flow_match &match,
                                 const MatchField &field) {
  return {reinterpret_cast<const uint8_t *>(&match) + field.from, field.size};
}

bool isAll(std::span<const uint8_t> bytes, uint8_t value) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [=](uint8_t byte) { return byte == value; });
}

/// Whether nothing but fields of the headers of `types` is set. Padding, and the
/// rest of a union, may have any value.
bool hasOnlyFields(const doca_flow_match &match, const doca_flow_match &types) {
  doca_flow_header_format unnamed = match.outer;
  unnamed.eth = {};
  unnamed.l3_type = DOCA_FLOW_L3_TYPE_NONE;
  unnamed.l4_type_ext = DOCA_FLOW_L4_TYPE_EXT_NONE;
  if (types.outer.l3_type != DOCA_FLOW_L3_TYPE_NONE)
    unnamed.ip6 = {};
  if (types.outer.l4_type_ext != DOCA_FLOW_L4_TYPE_EXT_NONE)
    unnamed.tcp = {};
  return match.flags == 0 && match.meta.pkt_meta == 0 &&
         match.parser_meta.port_meta == 0 && match.tun.type == 0 &&
         isZero(match.inner) && isZero(unnamed);
}

bool hasKnownTypes(const doca_flow_match &match) {
  return match.outer.l3_type <= DOCA_FLOW_L3_TYPE_IP6 &&
         match.outer.l4_type_ext <= DOCA_FLOW_L4_TYPE_EXT_UDP;
}

/// The types of headers are conditions, too.
bool addTypes(HeaderMatch &match, const doca_flow_match &types) {
  bool fits = true;
  if (types.outer.l3_type != DOCA_FLOW_L3_TYPE_NONE)
    fits = addIpVersion(match,
                        types.outer.l3_type == DOCA_FLOW_L3_TYPE_IP4 ? 4 : 6);
  if (types.outer.l4_type_ext != DOCA_FLOW_L4_TYPE_EXT_NONE)
    fits &= match.add(ipProtocolAt, UINT8_MAX,
                      types.outer.l4_type_ext == DOCA_FLOW_L4_TYPE_EXT_TCP
                          ? ipProtocolTcp
                          : ipProtocolUdp);
  return fits;
}

} // namespace

bool isZero(const doca_flow_header_format &headers) {
  constexpr MatchField fields[] = {FIELD(eth, 0), FIELD(ip6.src_ip, 0),
                                   FIELD(ip6.dst_ip, 0),
                                   FIELD(ip6.next_proto, 0), FIELD(tcp, 0)};
  doca_flow_match match;
  match.outer = headers;
  return headers.l3_type == DOCA_FLOW_L3_TYPE_NONE &&
         headers.l4_type_ext == DOCA_FLOW_L4_TYPE_EXT_NONE &&
         std::all_of(std::begin(fields), std::end(fields),
                     [&](const MatchField &field) {
                       return isAll(bytesOf(match, field), 0);
                     });
}

#undef FIELD

bool addIpVersion(HeaderMatch &match, uint8_t version) {
  constexpr size_t at = 18; // bits 4 to 1
  constexpr uint8_t mask = 0x1e;
  return match.add(at, mask, static_cast<uint8_t>(version << 1));
}

const char *PipeMatch::read(const doca_flow_match &match,
                            const doca_flow_match *mask) {
  if (!hasKnownTypes(match) || !hasOnlyFields(match, match) ||
      (mask && !hasOnlyFields(*mask, match)))
    return "match has unsupported fields (expected outer Ethernet, IP "
           "addresses and protocol, TCP and UDP ports)";
  types_.outer.l3_type = match.outer.l3_type;
  types_.outer.l4_type_ext = match.outer.l4_type_ext;
  forEachField(types_, [&](const MatchField &field) {
    std::span<const uint8_t> value = bytesOf(match, field);
    bool isOfEntries = isAll(value, UINT8_MAX);
    uint8_t whole = isAll(value, 0) ? 0 : UINT8_MAX;
    for (size_t i = 0; i < field.size; ++i) {
      uint8_t bits = mask ? bytesOf(*mask, field)[i] : whole;
      constant_.mask.at(field.to + i) = bits;
      if (isOfEntries)
        ofEntries_.at(field.to + i) = bits;
      else
        constant_.value.at(field.to + i) = value[i] & bits;
    }
  });
  if (ofEntries_.at(ipProtocolAt) &&
      types_.outer.l4_type_ext != DOCA_FLOW_L4_TYPE_EXT_NONE)
    return "next_proto cannot be set by entries if l4_type_ext is set";
  return addTypes(constant_, types_) ? nullptr
                                     : "next_proto contradicts l4_type_ext";
}

HeaderMatch PipeMatch::ofEntry(const doca_flow_match *entry) const {
  HeaderMatch match = constant_;
  if (!entry)
    return match;
  forEachField(types_, [&](const MatchField &field) {
    for (size_t i = 0; i < field.size; ++i)
      match.value.at(field.to + i) |=
          bytesOf(*entry, field)[i] & ofEntries_.at(field.to + i);
  });
  return match;
}

} // namespace dpa::doca
