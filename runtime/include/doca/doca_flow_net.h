/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Headers of packets, as doca_flow.h matches them. Numbers are in network byte order. A part of doca_flow.h, which is
 * the header to include. C and C++.
 */
#ifndef DOCA_FLOW_NET_H
#define DOCA_FLOW_NET_H

#include <stdint.h>

#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a MAC address. */
#define DOCA_FLOW_ETHER_ADDR_LEN 6

/** Network headers. */
enum doca_flow_l3_type {
  DOCA_FLOW_L3_TYPE_NONE = 0, /**< any */
  DOCA_FLOW_L3_TYPE_IP4,
  DOCA_FLOW_L3_TYPE_IP6
};

/** Transport headers. */
enum doca_flow_l4_type_ext {
  DOCA_FLOW_L4_TYPE_EXT_NONE = 0, /**< any */
  DOCA_FLOW_L4_TYPE_EXT_TCP,
  DOCA_FLOW_L4_TYPE_EXT_UDP
};

/** Ethernet. */
struct doca_flow_header_eth {
  uint8_t src_mac[DOCA_FLOW_ETHER_ADDR_LEN];
  uint8_t dst_mac[DOCA_FLOW_ETHER_ADDR_LEN];
  doca_be16_t type;
};

/** IPv4. */
struct doca_flow_header_ip4 {
  doca_be32_t src_ip;
  doca_be32_t dst_ip;
  uint8_t next_proto;
};

/** IPv6. */
struct doca_flow_header_ip6 {
  doca_be32_t src_ip[4];
  doca_be32_t dst_ip[4];
  uint8_t next_proto;
};

/** Ports of TCP and UDP. */
struct doca_flow_header_l4_port {
  doca_be16_t src_port;
  doca_be16_t dst_port;
};

/** UDP. */
struct doca_flow_header_udp {
  struct doca_flow_header_l4_port l4_port;
};

/** TCP. */
struct doca_flow_header_tcp {
  struct doca_flow_header_l4_port l4_port;
};

/** The headers of a packet. The types select the members of the unions. */
struct doca_flow_header_format {
  struct doca_flow_header_eth eth;
  enum doca_flow_l3_type l3_type;
  union {
    struct doca_flow_header_ip4 ip4;
    struct doca_flow_header_ip6 ip6;
  };
  enum doca_flow_l4_type_ext l4_type_ext;
  union {
    struct doca_flow_header_udp udp;
    struct doca_flow_header_tcp tcp;
  };
};

#ifdef __cplusplus
}
#endif

#endif
