/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the packet generator: an event handler that keeps its send
 * queue full. The host activates it once; from then on completions of sent
 * packets do. The network card writes the checksums.
 */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

#include "generator.h"
#include "sample_queue_access.h"

enum {
  IDENTIFICATION = 14 + 4, /* offset, in the IPv4 header */
  CHECKSUMS = FLEXIO_ETH_SEG_L3CS | FLEXIO_ETH_SEG_L4CS,
};

static void take_completions(struct generator *generator) {
  struct flexio_dev_cqe64 *completion;

  while ((completion = sample_next_completion(&generator->sent))) {
    if (flexio_dev_cqe_get_opcode(completion) == SAMPLE_SENT)
      generator->done++;
    else
      sample_report("Send", completion);
  }
  sample_return(&generator->sent);
}

static void send_packet(struct generator *generator) {
  uint32_t depth = 1u << generator->send.log_depth;
  uint8_t *packet =
      (uint8_t *)generator->buffers +
      (uint64_t)(generator->packets % depth) * GENERATOR_BUFFER_SIZE;

  packet[IDENTIFICATION] = (uint8_t)(generator->packets >> 8);
  packet[IDENTIFICATION + 1] = (uint8_t)generator->packets;
  sample_send(&generator->send, generator->key, packet, generator->size,
              CHECKSUMS);
  generator->packets++;
}

static void fill_queue(struct generator *generator) {
  uint32_t depth = 1u << generator->send.log_depth;
  uint32_t before = generator->packets;

  while (generator->packets != generator->wanted &&
         generator->packets - generator->done < depth)
    send_packet(generator);
  if (generator->packets != before)
    sample_send_all(&generator->send);
}

__dpa_global__ void generate(uint64_t argument) {
  struct generator *generator = (struct generator *)argument;

  take_completions(generator);
  fill_queue(generator);
  sample_count(&generator->counter, generator->done);
  sample_arm(&generator->sent);
  flexio_dev_thread_reschedule();
}

/* Makes the first packets follow. */
__dpa_rpc__ uint64_t start_generator(uint64_t activation_id) {
  flexio_dev_event_handler_activate((uint32_t)activation_id);
  return 0;
}
