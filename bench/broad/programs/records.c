/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records, strings and small functions that are called all the time, as the
 * classical synthetic benchmarks of system code have them. */
#include "broad.h"

enum kind { FIRST, SECOND, THIRD, FOURTH };

struct record {
  struct record *next;
  enum kind kind, other;
  int number;
  char text[31];
};

static int global_number;
static char global_character;
static int numbers[50], table[50][50];

__attribute__((noinline)) static void add(int a, int b, int *result) {
  *result = b + a + 2;
}

__attribute__((noinline)) static enum kind compare(char a, char b) {
  const char kept = a;
  if (kept != b)
    return FIRST;
  global_character = kept;
  return SECOND;
}

__attribute__((noinline)) static int is_later(const char *a, const char *b) {
  int i = 2;
  while (i <= 2)
    if (compare(a[i], b[i + 1]) == FIRST)
      i++;
  if (strcmp(a, b) > 0) {
    global_number = i + 7;
    return 1;
  }
  return 0;
}

__attribute__((noinline)) static void choose(enum kind from, enum kind *to) {
  *to = from;
  switch (from) {
  case FIRST:
    *to = FIRST;
    break;
  case SECOND:
    *to = global_number > 100 ? FIRST : FOURTH;
    break;
  case THIRD:
    *to = SECOND;
    break;
  case FOURTH:
    *to = THIRD;
    break;
  }
}

__attribute__((noinline)) static void change(struct record *record) {
  struct record *next = record->next;
  *next = *record;
  record->number = 5;
  next->number = record->number;
  if (next->kind == FIRST) {
    next->number = 6;
    choose(record->other, &next->other);
    add(next->number, 10, &next->number);
  } else {
    *record = *next;
  }
}

__attribute__((noinline)) static void fill(int *row, int (*rows)[50], int at,
                                           int value) {
  const int place = at + 5;
  row[place] = value;
  row[place + 1] = row[place];
  row[place + 30] = place;
  for (int i = place; i <= place + 1; i++)
    rows[place][i] = place;
  rows[place][place - 1]++;
  rows[place + 2][place] = row[place];
  global_number = 5;
}

uint64_t program_records(uint64_t rounds) {
  struct record other = {0}, record = {&other, FIRST, THIRD, 40,
                                       "RECORD PROGRAM, SOME STRING"};
  char text[31] = "RECORD PROGRAM, 1'ST STRING", more[31];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    int a = 2, b = 3, c = 0;
    enum kind kind = SECOND;
    strcpy(more, round % 3 ? "RECORD PROGRAM, 2'ND STRING"
                           : "RECORD PROGRAM, 3'RD STRING");
    global_number = !is_later(text, more);
    while (a < b) {
      c = 5 * a - b;
      add(a, b, &c);
      a++;
    }
    fill(numbers, table, (int)(round % 10), c);
    change(&record);
    for (char at = 'A'; at <= 'C'; at++)
      if (kind == compare(at, 'C'))
        choose(FIRST, &kind);
    b = b * a;
    a = b / (c | 1);
    sum += (uint64_t)(a + b + c + (int)kind + other.number + global_number);
  }
  return mix_bytes(sum, numbers, sizeof numbers);
}
