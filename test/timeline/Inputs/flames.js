/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The frames with their widths, or the text instead of them. */
const frames = [...document.querySelectorAll('#flames .frame')];
document.body.dataset.flames = frames.length === 0 ? document.getElementById('flames').textContent
  : frames.map(each => `${each.textContent} ${Math.round(parseFloat(each.style.width))}%`).join('; ');
