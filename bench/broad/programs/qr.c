/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* qrencode: texts to QR codes, with Reed-Solomon codes and all masks. */
#include "broad.h"

#include <qrencode.h>

uint64_t program_qr(uint64_t rounds) {
  char text[120];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    fill_text(text, sizeof text, (uint32_t)round + 1);
    text[sizeof text - 1] = 0;
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (!code)
      return 0;
    sum = mix_bytes(sum, code->data, (size_t)(code->width * code->width));
    QRcode_free(code);
  }
  return sum;
}
