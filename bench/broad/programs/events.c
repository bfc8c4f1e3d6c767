/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A queue of events, whose handlers are called by pointer: a model of machines
 * that send each other messages. */
#include "broad.h"

struct machine;
typedef void (*handler)(struct machine *machine, uint32_t value);

struct event {
  uint32_t time;
  uint32_t value;
  handler handler;
  struct machine *machine;
};

struct machine {
  struct machine *next;
  uint32_t state;
  uint32_t received;
};

enum { EVENTS = 256, MACHINES = 32 };
static struct event heap[EVENTS];
static unsigned count;
static uint32_t now;
static struct machine machines[MACHINES];

static void post(uint32_t delay, handler handler, struct machine *machine,
                 uint32_t value) {
  if (count == EVENTS)
    return;
  unsigned i = count++;
  const uint32_t time = now + delay;
  for (; i && heap[(i - 1) / 2].time > time; i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = (struct event){time, value, handler, machine};
}

static struct event take_first(void) {
  const struct event first = heap[0], last = heap[--count];
  unsigned i = 0;
  for (;;) {
    unsigned child = 2 * i + 1;
    if (child >= count)
      break;
    if (child + 1 < count && heap[child + 1].time < heap[child].time)
      child++;
    if (heap[child].time >= last.time)
      break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return first;
}

static void forward(struct machine *machine, uint32_t value);
static void split(struct machine *machine, uint32_t value);
static void rest(struct machine *machine, uint32_t value);

static const handler handlers[] = {forward, rest, split, rest};

static void forward(struct machine *machine, uint32_t value) {
  machine->received += value;
  machine->state = machine->state * 5 + 1;
  post(1 + (machine->state >> 28), handlers[machine->state >> 16 & 3],
       machine->next, value ^ machine->state);
}

static void split(struct machine *machine, uint32_t value) {
  machine->state += value;
  post(3, forward, machine->next, value >> 1);
  post(5, rest, machine, value + 1);
}

static void rest(struct machine *machine, uint32_t value) {
  machine->state ^= value;
  if (count < MACHINES)
    post(7, forward, machine, value * 3);
}

uint64_t program_events(uint64_t rounds) {
  uint64_t sum = 0;
  count = now = 0;
  for (uint32_t i = 0; i < MACHINES; i++) {
    machines[i] = (struct machine){&machines[(i + 7) % MACHINES], i * 77, 0};
    post(i, forward, &machines[i], i);
  }
  for (uint64_t round = 0; round < rounds * 100 && count; round++) {
    const struct event event = take_first();
    now = event.time;
    event.handler(event.machine, event.value);
  }
  for (int i = 0; i < MACHINES; i++)
    sum = mix(sum, machines[i].received ^ machines[i].state);
  return mix(sum, now);
}
