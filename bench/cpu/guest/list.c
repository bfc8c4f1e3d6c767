/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Linked lists: fill, merge sort by two orders through a function pointer,
 * reverse, walk. Pointer chasing, unpredictable branches, indirect calls.
 */
#include "programs.h"

enum { LENGTH = 256 };

struct node {
  struct node *next;
  int16_t value;
  int16_t index;
};

typedef int (*comparison)(const struct node *, const struct node *);

static struct node nodes[LENGTH];
static uint32_t random_state;

static uint32_t next_random(void) {
  random_state = random_state * 1664525U + 1013904223U;
  return random_state >> 8;
}

__attribute__((noinline)) static int by_value(const struct node *a,
                                              const struct node *b) {
  return a->value - b->value;
}

__attribute__((noinline)) static int by_index(const struct node *a,
                                              const struct node *b) {
  return a->index - b->index;
}

struct chain {
  struct node *head;
  struct node *tail;
};

static void append(struct chain *chain, struct node *node) {
  if (chain->tail)
    chain->tail->next = node;
  else
    chain->head = node;
  chain->tail = node;
}

/* Merges the runs of at most `width` nodes at `left` and after it; gives what
 * follows them. */
static struct node *merge_runs(struct chain *out, struct node *left,
                               unsigned width, comparison compare) {
  struct node *right = left;
  unsigned left_count = 0, right_count = width;
  while (left_count < width && right) {
    left_count++;
    right = right->next;
  }
  while (left_count > 0 || (right_count > 0 && right)) {
    const int take_left = left_count > 0 && (right_count == 0 || !right ||
                                             compare(left, right) <= 0);
    struct node *taken = take_left ? left : right;
    if (take_left) {
      left = left->next;
      left_count--;
    } else {
      right = right->next;
      right_count--;
    }
    append(out, taken);
  }
  return right;
}

__attribute__((noinline)) static struct node *sort(struct node *head,
                                                   comparison compare) {
  for (unsigned width = 1;; width *= 2) {
    struct chain out = {0, 0};
    unsigned merges = 0;
    while (head) {
      merges++;
      head = merge_runs(&out, head, width, compare);
    }
    out.tail->next = 0;
    if (merges <= 1)
      return out.head;
    head = out.head;
  }
}

static struct node *reverse(struct node *head) {
  struct node *reversed = 0;
  while (head) {
    struct node *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  return reversed;
}

static void fill(void) {
  for (int i = 0; i < LENGTH; i++) {
    nodes[i].next = i + 1 < LENGTH ? &nodes[i + 1] : 0;
    nodes[i].value = (int16_t)next_random();
    nodes[i].index = (int16_t)i;
  }
}

uint64_t program_list(uint64_t rounds) {
  uint16_t crc = 0;
  random_state = 7;
  for (uint64_t round = 0; round < rounds; round++) {
    fill();
    struct node *head = sort(&nodes[0], by_value);
    for (struct node *node = head; node; node = node->next)
      crc = crc16_step(crc, (uint8_t)node->value);
    head = reverse(sort(head, by_index));
    crc = crc16_step(crc, (uint8_t)head->value);
  }
  return crc;
}
