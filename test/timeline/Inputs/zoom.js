/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Zooms by the wheel at the middle, moves by a key, and chooses an event by a click; counts coloured pixels of the rows. */
const { canvas, view, run } = { canvas: document.getElementById('canvas'), ...window.report };
const body = document.body.dataset, place = canvas.getBoundingClientRect();
const at = (x, y) => ({ clientX: place.left + x, clientY: place.top + y, bubbles: true, cancelable: true, pointerId: 1 });
const length = () => Number(body.to) - Number(body.from);
const whole = length();
const pixels = canvas.getContext('2d').getImageData(190, 24, canvas.width - 190, canvas.height - 24).data;
let coloured = 0;
for (let i = 0; i < pixels.length; i += 4)
  if (Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) - Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) > 40) coloured++;
body.coloured = coloured > 100 ? 'many' : 'few';
canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -1500, ...at(700, 60) }));
body.zoom = (whole / length()).toFixed(1);
const from = view.from;
document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }));
body.moved = view.from > from ? 'right' : 'no';
document.getElementById('zoomAll').click();
body.all = Math.abs(length() - whole) < 2 ? 'again' : 'no';
/* The row of the thread has one lane of activations. */
const row = view.places.find(each => each.row.name === 'thread 256'), lane = row.row.lanes[0];
view.setRange(lane.start.data[0] - 100, lane.end.data[0] + 100);
view.select((view.xOf(lane.start.data[0]) + view.xOf(lane.end.data[0])) / 2, view.screenY(row.y) + 5);
body.details = document.getElementById('details').textContent.replace(/\n/g, '; ');
body.arrows = view.arrowsShown > 0 ? 'shown' : 'none';
document.querySelector('[data-tab=messages]').click();
body.message = document.querySelector('#messages.active td:last-child').textContent.trim();
