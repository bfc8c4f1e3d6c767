// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device side of the packet soak. A generator sends packets of random sizes in bursts of random
// lengths after random pauses, and checks each byte of those that a packet processor sends back. The
// size and the bytes of a packet follow from its number.
#include <libflexio-dev/flexio_dev.h>

#include "generator.h"
#include "sample_echo.h"

enum {
  NUMBER = 16, /* offsets; the header of 14 bytes is before them */
  PAYLOAD = 24,
  TYPE = 12,
};

static uint64_t mix(uint64_t number) {
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27) * 0x94d049bb133111eb;
  return number ^ number >> 31;
}

static uint64_t next_random(struct generator *generator) {
  return mix(generator->random += 0x9e3779b97f4a7c15);
}

static uint32_t size_of(uint64_t number) {
  return GENERATOR_LEAST +
         (uint32_t)(mix(number) % (GENERATOR_MOST - GENERATOR_LEAST + 1));
}

/* Words of a packet, the last one a part of it only. */
static uint32_t words_of(uint32_t size) { return (size - PAYLOAD + 7) / 8; }

static uint64_t word_of(uint64_t number, uint32_t index) {
  return (number + 1) * 0x9e3779b97f4a7c15 + index * 0x0101010101010101;
}

static void send_packet(struct generator *generator) {
  uint64_t number = generator->made++;
  uint32_t depth = 1u << generator->send.log_depth, size = size_of(number);
  uint8_t *packet =
      (uint8_t *)generator->buffers + number % depth * GENERATOR_BUFFER_SIZE;
  uint64_t *words = (uint64_t *)(packet + PAYLOAD);

  for (int i = 0; i < TYPE; i++)
    packet[i] = generator->addresses[i];
  packet[TYPE] = 0x88;
  packet[TYPE + 1] = 0xb5;
  *(uint64_t *)(packet + NUMBER) = number;
  for (uint32_t i = 0; i < words_of(size); i++)
    words[i] = word_of(number, i);
  sample_send(&generator->send, generator->key, packet, size, 0);
}

/* The addresses were swapped by the processor. */
static int is_unchanged(const struct generator *generator,
                        const uint8_t *packet, uint32_t size) {
  uint64_t number = *(const uint64_t *)(packet + NUMBER);
  const uint64_t *words = (const uint64_t *)(packet + PAYLOAD);
  uint32_t whole = (size - PAYLOAD) / 8, rest = (size - PAYLOAD) % 8;
  uint64_t difference = 0;

  if (number >= generator->made || size != size_of(number))
    return 0;
  for (int i = 0; i < 6; i++)
    if (packet[i] != generator->addresses[6 + i] ||
        packet[6 + i] != generator->addresses[i])
      return 0;
  if (packet[TYPE] != 0x88 || packet[TYPE + 1] != 0xb5)
    return 0;
  for (uint32_t i = 0; i < whole; i++)
    difference |= words[i] ^ word_of(number, i);
  for (uint32_t i = 0; i < rest; i++)
    difference |= packet[PAYLOAD + 8 * whole + i] ^
                  (uint8_t)(word_of(number, whole) >> 8 * i);
  return difference == 0;
}

static void check_packet(struct generator *generator, const uint8_t *packet,
                         uint32_t size) {
  uint64_t number = *(const uint64_t *)(packet + NUMBER);

  if (size < GENERATOR_LEAST || size > GENERATOR_MOST ||
      !is_unchanged(generator, packet, size) || number < generator->expected) {
    generator->changed++;
    return;
  }
  generator->lost += number - generator->expected;
  generator->expected = number + 1;
  generator->returned++;
}

static void take_received(struct generator *generator) {
  struct flexio_dev_cqe64 *completion;

  while ((completion = sample_next_completion(&generator->received))) {
    if (flexio_dev_cqe_get_opcode(completion) == SAMPLE_RECEIVED)
      check_packet(generator, sample_packet(&generator->receive, completion),
                   flexio_dev_cqe_get_byte_cnt(completion));
    else
      sample_report("Receive", completion);
    sample_receive_again(&generator->receive);
  }
  sample_return(&generator->received);
}

static void take_sent(struct generator *generator) {
  struct flexio_dev_cqe64 *completion;

  while ((completion = sample_next_completion(&generator->sent))) {
    if (flexio_dev_cqe_get_opcode(completion) == SAMPLE_SENT)
      generator->done++;
    else
      sample_report("Send", completion);
  }
  sample_return(&generator->sent);
}

/* How many may be sent now. */
static uint64_t room_of(const struct generator *generator) {
  uint64_t depth = 1u << generator->send.log_depth;
  uint64_t room = depth - (generator->made - generator->done);
  uint64_t left = generator->wanted > generator->made
                      ? generator->wanted - generator->made
                      : 0;
  uint64_t on_their_way = generator->made - generator->returned;

  if (left < room)
    room = left;
  if (!generator->window)
    return room;
  if (on_their_way >= generator->window)
    return 0;
  return generator->window - on_their_way < room
             ? generator->window - on_their_way
             : room;
}

static void send_burst(struct generator *generator) {
  uint64_t room = room_of(generator), random = next_random(generator);
  uint64_t burst = room ? 1 + random % room : 0;

  if (random >> 62 == 0) /* a pause before each fourth burst */
    for (volatile uint64_t i = random >> 50 & 0xfff; i > 0; i--)
      ;
  if (burst == 0)
    return;
  while (burst--)
    send_packet(generator);
  sample_send_all(&generator->send);
}

__dpa_global__ void generate(uint64_t argument) {
  struct generator *generator = (struct generator *)argument;

  take_received(generator);
  take_sent(generator);
  sample_count(&generator->counter, generator->done);
  send_burst(generator);
  sample_arm(&generator->received);
  sample_arm(&generator->sent);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t start_generator(uint64_t activation_id) {
  flexio_dev_event_handler_activate((uint32_t)activation_id);
  return 0;
}

static void process(uint8_t *packet, uint32_t size, uint32_t number) {
  (void)size;
  (void)number;
  sample_swap_macs(packet);
}

__dpa_global__ void process_packets(uint64_t echo) {
  sample_echo_run((struct sample_echo *)echo, process);
}
