/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A treap: nodes found by pointers, recursion, few instructions a step. */
#include "broad.h"

struct node {
  struct node *child[2];
  uint32_t key;
  uint32_t priority;
};

enum { NODES = 4000 };
static struct node nodes[NODES];

static struct node *insert(struct node *root, struct node *added) {
  if (!root)
    return added;
  const int side = added->key > root->key;
  struct node *child = insert(root->child[side], added);
  root->child[side] = child;
  if (child->priority <= root->priority)
    return root;
  root->child[side] = child->child[!side];
  child->child[!side] = root;
  return child;
}

static uint64_t walk(const struct node *root, uint64_t sum) {
  if (!root)
    return sum;
  return walk(root->child[1], mix(walk(root->child[0], sum), root->key));
}

static int depth_of(const struct node *root, uint32_t key) {
  int depth = 0;
  for (; root && root->key != key; depth++)
    root = root->child[key > root->key];
  return depth;
}

uint64_t program_linked(uint64_t rounds) {
  uint32_t seed = 9;
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    struct node *root = NULL;
    for (int i = 0; i < NODES; i++) {
      nodes[i] =
          (struct node){{NULL, NULL}, next_random(&seed), next_random(&seed)};
      root = insert(root, &nodes[i]);
    }
    for (int i = 0; i < NODES; i++)
      sum += (uint64_t)depth_of(root, nodes[i].key);
    sum = walk(root, sum);
  }
  return sum;
}
