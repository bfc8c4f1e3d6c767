/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A typical device source of about 300 lines, the input of the compile-time
 * benchmark: a flow meter that parses packet headers, keeps counters and token
 * buckets in a hash table, and is controlled by RPCs. Plain C, no library
 * calls.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOW_TABLE_LOG_SIZE 8
#define FLOW_TABLE_SIZE (1u << FLOW_TABLE_LOG_SIZE)
#define FLOW_PROBE_LIMIT 8
#define PACKET_SIZE_MAX 2048
#define HISTOGRAM_BUCKETS 16
#define ETHER_TYPE_IPV4 0x0800
#define ETHER_TYPE_VLAN 0x8100
#define PROTOCOL_TCP 6
#define PROTOCOL_UDP 17

enum verdict {
  VERDICT_PASS,
  VERDICT_DROP,
  VERDICT_MALFORMED,
  VERDICT_TABLE_FULL
} __dpa_global__;

struct flow_key {
  uint32_t source;
  uint32_t destination;
  uint16_t source_port;
  uint16_t destination_port;
  uint8_t protocol;
  uint8_t vlan_present;
  uint16_t vlan;
};

struct token_bucket {
  uint64_t rate_per_tick;
  uint64_t burst;
  uint64_t tokens;
  uint64_t last_tick;
};

struct flow {
  struct flow_key key;
  uint64_t packets;
  uint64_t bytes;
  uint64_t dropped;
  struct token_bucket bucket;
  bool used;
};

struct limits {
  uint64_t rate_per_tick;
  uint64_t burst;
  uint32_t packet_size_max;
  bool drop_unknown;
} __dpa_global__;

struct totals {
  uint64_t packets;
  uint64_t bytes;
  uint64_t verdicts[4];
  uint64_t size_histogram[HISTOGRAM_BUCKETS];
  uint64_t evictions;
};

static struct flow flows[FLOW_TABLE_SIZE];
static struct totals totals;
static struct limits limits = {
    .rate_per_tick = 16, .burst = 65536, .packet_size_max = PACKET_SIZE_MAX};
static uint8_t packet[PACKET_SIZE_MAX];

static uint16_t load_be16(const uint8_t *p) {
  return (uint16_t)(p[0] << 8 | p[1]);
}

static uint32_t load_be32(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
         p[3];
}

static void store_be16(uint8_t *p, uint16_t value) {
  p[0] = (uint8_t)(value >> 8);
  p[1] = (uint8_t)value;
}

static uint32_t mix(uint32_t h, uint32_t v) {
  h ^= v;
  h *= 0x9e3779b1u;
  return h ^ h >> 15;
}

static uint32_t flow_hash(const struct flow_key *key) {
  uint32_t h = 0x811c9dc5u;
  h = mix(h, key->source);
  h = mix(h, key->destination);
  h = mix(h, (uint32_t)key->source_port << 16 | key->destination_port);
  h = mix(h, (uint32_t)key->protocol << 16 | key->vlan);
  return h;
}

static bool key_equal(const struct flow_key *a, const struct flow_key *b) {
  return a->source == b->source && a->destination == b->destination &&
         a->source_port == b->source_port &&
         a->destination_port == b->destination_port &&
         a->protocol == b->protocol && a->vlan == b->vlan &&
         a->vlan_present == b->vlan_present;
}

static unsigned log2_bucket(uint32_t size) {
  unsigned bucket = 0;
  while (size > 1 && bucket < HISTOGRAM_BUCKETS - 1) {
    size >>= 1;
    bucket++;
  }
  return bucket;
}

static uint16_t internet_checksum(const uint8_t *p, uint32_t size) {
  uint32_t sum = 0;
  for (; size > 1; size -= 2, p += 2)
    sum += load_be16(p);
  if (size)
    sum += (uint32_t)*p << 8;
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}

static void bucket_reset(struct token_bucket *bucket, uint64_t now) {
  bucket->rate_per_tick = limits.rate_per_tick;
  bucket->burst = limits.burst;
  bucket->tokens = limits.burst;
  bucket->last_tick = now;
}

static bool bucket_take(struct token_bucket *bucket, uint64_t now,
                        uint64_t amount) {
  uint64_t elapsed = now - bucket->last_tick;
  uint64_t gained = elapsed * bucket->rate_per_tick;
  bucket->last_tick = now;
  bucket->tokens = bucket->tokens + gained > bucket->burst
                       ? bucket->burst
                       : bucket->tokens + gained;
  if (bucket->tokens < amount)
    return false;
  bucket->tokens -= amount;
  return true;
}

static struct flow *flow_find(const struct flow_key *key) {
  uint32_t start = flow_hash(key);
  for (uint32_t i = 0; i < FLOW_PROBE_LIMIT; i++) {
    struct flow *flow = &flows[(start + i) & (FLOW_TABLE_SIZE - 1)];
    if (flow->used && key_equal(&flow->key, key))
      return flow;
  }
  return NULL;
}

static struct flow *flow_insert(const struct flow_key *key, uint64_t now) {
  uint32_t start = flow_hash(key);
  struct flow *oldest = NULL;
  for (uint32_t i = 0; i < FLOW_PROBE_LIMIT; i++) {
    struct flow *flow = &flows[(start + i) & (FLOW_TABLE_SIZE - 1)];
    if (!flow->used) {
      oldest = flow;
      break;
    }
    if (!oldest || flow->bucket.last_tick < oldest->bucket.last_tick)
      oldest = flow;
  }
  if (oldest->used)
    totals.evictions++;
  *oldest = (struct flow){.key = *key, .used = true};
  bucket_reset(&oldest->bucket, now);
  return oldest;
}

/* Size of the Ethernet and VLAN headers, or 0 for a frame that carries no IPv4.
 */
static uint32_t parse_link(const uint8_t *frame, uint32_t size,
                           struct flow_key *key) {
  if (size < 14)
    return 0;
  uint16_t type = load_be16(frame + 12);
  uint32_t header = 14;
  key->vlan_present = 0;
  key->vlan = 0;
  if (type == ETHER_TYPE_VLAN) {
    if (size < 18)
      return 0;
    key->vlan_present = 1;
    key->vlan = load_be16(frame + 14) & 0xfff;
    type = load_be16(frame + 16);
    header = 18;
  }
  return type == ETHER_TYPE_IPV4 ? header : 0;
}

static bool parse_ports(const uint8_t *segment, uint32_t size,
                        struct flow_key *key) {
  uint32_t least = key->protocol == PROTOCOL_TCP ? 20 : 8;
  if (size < least)
    return false;
  key->source_port = load_be16(segment);
  key->destination_port = load_be16(segment + 2);
  return true;
}

static bool parse_ipv4(const uint8_t *ip, uint32_t size, struct flow_key *key) {
  if (size < 20 || ip[0] >> 4 != 4)
    return false;
  uint32_t header = (uint32_t)(ip[0] & 15) * 4;
  uint32_t total = load_be16(ip + 2);
  if (header < 20 || header > size || total > size || total < header)
    return false;
  if (internet_checksum(ip, header) != 0)
    return false;
  key->protocol = ip[9];
  key->source = load_be32(ip + 12);
  key->destination = load_be32(ip + 16);
  key->source_port = 0;
  key->destination_port = 0;
  if (key->protocol != PROTOCOL_TCP && key->protocol != PROTOCOL_UDP)
    return true;
  return parse_ports(ip + header, total - header, key);
}

static enum verdict classify(uint8_t *frame, uint32_t size, uint64_t now) {
  struct flow_key key = {0};
  uint32_t link = parse_link(frame, size, &key);
  if (!link || !parse_ipv4(frame + link, size - link, &key))
    return VERDICT_MALFORMED;
  struct flow *flow = flow_find(&key);
  if (!flow && limits.drop_unknown)
    return VERDICT_TABLE_FULL;
  if (!flow)
    flow = flow_insert(&key, now);
  flow->packets++;
  flow->bytes += size;
  if (bucket_take(&flow->bucket, now, size))
    return VERDICT_PASS;
  flow->dropped++;
  return VERDICT_DROP;
}

static void decrement_ttl(uint8_t *ip) {
  ip[8]--;
  store_be16(ip + 10, 0);
  store_be16(ip + 10, internet_checksum(ip, (uint32_t)(ip[0] & 15) * 4));
}

static void count(enum verdict verdict, uint32_t size) {
  totals.packets++;
  totals.bytes += size;
  totals.verdicts[verdict]++;
  totals.size_histogram[log2_bucket(size)]++;
}

/* Handles the packet in the buffer; the argument is its size and the time in
 * one word. */
__dpa_global__ void meter_packet(uint64_t size_and_tick) {
  uint32_t size = (uint32_t)(size_and_tick & 0xffff);
  uint64_t now = size_and_tick >> 16;
  if (size > limits.packet_size_max)
    size = limits.packet_size_max;
  enum verdict verdict = classify(packet, size, now);
  if (verdict == VERDICT_PASS)
    decrement_ttl(packet + 14);
  count(verdict, size);
}

__dpa_rpc__ uint64_t meter_configure(struct limits wanted) {
  if (wanted.burst == 0 || wanted.packet_size_max > PACKET_SIZE_MAX)
    return 1;
  limits = wanted;
  for (uint32_t i = 0; i < FLOW_TABLE_SIZE; i++)
    if (flows[i].used)
      bucket_reset(&flows[i].bucket, flows[i].bucket.last_tick);
  return 0;
}

__dpa_rpc__ uint64_t meter_packet_address(void) {
  return (uint64_t)(uintptr_t)packet;
}

__dpa_rpc__ uint64_t meter_flow_bytes(uint32_t source, uint32_t destination,
                                      uint16_t source_port,
                                      uint16_t destination_port,
                                      uint8_t protocol) {
  struct flow_key key = {
      source, destination, source_port, destination_port, protocol, 0, 0};
  const struct flow *flow = flow_find(&key);
  return flow ? flow->bytes : 0;
}

__dpa_rpc__ uint64_t meter_total(enum verdict verdict, bool in_bytes) {
  if (in_bytes)
    return totals.bytes;
  return (unsigned)verdict < 4 ? totals.verdicts[verdict] : 0;
}

__dpa_rpc__ uint64_t meter_histogram(int bucket) {
  return bucket >= 0 && bucket < HISTOGRAM_BUCKETS
             ? totals.size_histogram[bucket]
             : UINT64_MAX;
}

__dpa_rpc__ uint64_t meter_reset(void) {
  for (uint32_t i = 0; i < FLOW_TABLE_SIZE; i++)
    flows[i] = (struct flow){0};
  totals = (struct totals){0};
  return FLOW_TABLE_SIZE;
}
