// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The timeline: rows of slices, marks and arrows on a canvas. What is narrower than a pixel is drawn as the share of time
// that it takes, so that the work depends on the size of the canvas and not on the number of events.

const categories = {
  activation: '#4e79a7', call: '#59a14f', wait: '#bab0ac', doorbell: '#e15759', window: '#b07aa1', queue: '#f28e2b',
  message: '#edc948', packet: '#76b7b2', crash: '#b3261e',
};
const layout = { labels: 190, header: 20, ruler: 24, slice: 17, marks: 11, gap: 5 };

class TimelineView {
  constructor(run, canvas, details) {
    Object.assign(this, { run, canvas, details, scroll: 0, selected: null, drawn: 0, arrowsShown: 0 });
    this.context = canvas.getContext('2d');
    this.names = new Map();
    this.places = this.placeRows();
    this.showAll();
    this.listen();
  }

  placeRows() {
    let y = 0, group = null;
    const places = [];
    for (const index of this.run.order) {
      const row = this.run.rows[index];
      const place = { row, index, title: null, y: 0, height: 0 };
      if (row.group !== group) { place.title = row.groupName; place.titleY = y; y += layout.header; group = row.group; }
      place.y = y;
      place.height = Math.max(row.lanes.length * layout.slice + (row.marks.size !== 0 ? layout.marks : 0), layout.slice);
      y += place.height + layout.gap;
      places.push(place);
    }
    this.height = y;
    this.placeOf = new Map(places.map(place => [place.index, place]));
    return places;
  }

  showAll() {
    const margin = Math.max((this.run.end - this.run.begin) * 0.01, 1);
    this.setRange(this.run.begin - margin, this.run.end + margin);
  }
  setRange(from, to) {
    const shortest = 10, longest = 1.2 * (this.run.end - this.run.begin) + 1000;
    const length = Math.min(Math.max(to - from, shortest), longest), middle = (from + to) / 2;
    this.from = middle - length / 2;
    this.to = middle + length / 2;
    this.draw();
  }
  zoom(factor, x = (layout.labels + this.width) / 2) {
    const time = this.timeAt(x);
    this.setRange(time - (time - this.from) * factor, time + (this.to - time) * factor);
  }
  timeAt(x) { return this.from + (x - layout.labels) / (this.width - layout.labels) * (this.to - this.from); }
  xOf(time) { return layout.labels + (time - this.from) / (this.to - this.from) * (this.width - layout.labels); }

  listen() {
    const { canvas } = this;
    let drag = null;
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      if (event.shiftKey) this.scrollBy(event.deltaY || event.deltaX);
      else this.zoom(Math.pow(1.0015, event.deltaY), event.offsetX);
    }, { passive: false });
    canvas.addEventListener('pointerdown', event => {
      drag = { x: event.offsetX, y: event.offsetY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', event => {
      if (!drag) return;
      const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      const moved = -dx / (this.width - layout.labels) * (this.to - this.from);
      this.setRange(this.from + moved, this.to + moved);
      this.scrollBy(-dy);
      drag = { x: event.offsetX, y: event.offsetY, moved: true };
    });
    canvas.addEventListener('pointerup', event => {
      if (drag && !drag.moved) this.select(event.offsetX, event.offsetY);
      drag = null;
    });
    new ResizeObserver(() => this.draw()).observe(canvas);
  }
  scrollBy(pixels) {
    const room = this.canvas.clientHeight - layout.ruler;
    this.scroll = Math.max(0, Math.min(this.scroll + pixels, this.height - room));
    this.draw();
  }

  // ---- drawing

  draw() {
    const { canvas, context } = this, scale = window.devicePixelRatio || 1;
    this.width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (this.width === 0) return;
    canvas.width = this.width * scale;
    canvas.height = height * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.font = '11px system-ui, "DejaVu Sans", sans-serif';
    context.textBaseline = 'middle';
    this.drawn = 0;
    context.save();
    context.beginPath();
    context.rect(0, layout.ruler, this.width, height - layout.ruler);
    context.clip();
    for (const place of this.places) {
      const y = this.screenY(place.y);
      if (y > height || y + place.height < layout.ruler) continue;
      this.drawRow(place, y);
    }
    for (const place of this.places) this.drawTitle(place);
    this.drawArrows();
    for (const place of this.places) this.drawLabels(place, this.screenY(place.y), height);
    context.restore();
    this.drawRuler(height);
    document.getElementById('range').textContent =
      `${timeText(Math.min(this.to - this.from, this.run.end - this.run.begin))} of ${timeText(this.run.end - this.run.begin)}` +
      (this.arrowsHidden ? `; ${this.arrowsHidden} arrows are hidden: zoom in` : '');
    document.body.dataset.drawn = this.drawn;
    document.body.dataset.from = Math.round(this.from);
    document.body.dataset.to = Math.round(this.to);
    document.body.dataset.arrows = this.arrowsShown;
  }
  screenY(y) { return y + layout.ruler - this.scroll; }

  drawRow(place, y) {
    const { context } = this, { row } = place;
    context.fillStyle = '#f3f4f6';
    context.fillRect(layout.labels, y, this.width - layout.labels, place.height);
    row.lanes.forEach((lane, depth) => this.drawLane(lane, y + depth * layout.slice));
    if (row.marks.size !== 0) this.drawMarks(row.marks, y + place.height - layout.marks);
  }

  drawLane(lane, y) {
    const { context } = this, pixel = (this.to - this.from) / (this.width - layout.labels);
    let index = lane.firstAfter(this.from);
    while (index < lane.size && lane.start.data[index] < this.to) {
      const x = Math.max(this.xOf(lane.start.data[index]), layout.labels);
      const end = Math.min(this.xOf(lane.end.data[index]), this.width);
      const shape = this.run.shapes[lane.shape.data[index]];
      this.drawn++;
      if (end - x >= 2) {
        this.drawSlice(lane, index, shape, x, end, y);
        index++;
        continue;
      }
      // All that end in this pixel, as one bar: its height is the share of time.
      const edge = this.timeAt(Math.floor(x) + 1);
      const next = Math.max(lane.firstAfter(edge), index + 1);
      const share = Math.min((lane.busy[next] - lane.busy[index]) / pixel, 1);
      const height = Math.max((layout.slice - 2) * share, 5);
      context.fillStyle = categories[shape.category] ?? '#999';
      context.globalAlpha = 0.85;
      context.fillRect(Math.floor(x), y + layout.slice - 2 - height, 1, height);
      context.globalAlpha = 1;
      index = next;
    }
  }

  drawSlice(lane, index, shape, x, end, y) {
    const { context } = this, width = end - x;
    context.fillStyle = categories[shape.category] ?? '#999';
    if (shape.category === 'activation') context.fillStyle = this.colorOf(lane.name.data[index]);
    context.fillRect(x, y, width - (width > 4 ? 1 : 0), layout.slice - 2);
    if (this.selected && this.selected.lane === lane && this.selected.index === index) {
      context.strokeStyle = '#000';
      context.lineWidth = 2;
      context.strokeRect(x, y, width, layout.slice - 2);
    }
    if (width < 26) return;
    context.save();
    context.beginPath();
    context.rect(x, y, width - 3, layout.slice);
    context.clip();
    context.fillStyle = shape.category === 'wait' ? '#222' : '#fff';
    context.fillText(this.run.texts[lane.name.data[index]], Math.max(x, layout.labels) + 4, y + layout.slice / 2 - 1);
    context.restore();
  }
  /** Each function has its own shade of blue. */
  colorOf(name) {
    if (!this.names.has(name)) this.names.set(name, `hsl(${205 + (this.names.size * 37) % 60}, 42%, ${38 + (this.names.size * 13) % 18}%)`);
    return this.names.get(name);
  }

  drawMarks(marks, y) {
    const { context } = this;
    let index = marks.firstAfter(this.from - 1);
    while (index < marks.size && marks.start.data[index] < this.to) {
      const x = this.xOf(marks.start.data[index]);
      this.drawn++;
      context.fillStyle = categories[this.run.shapes[marks.shape.data[index]].category] ?? '#999';
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + 4, y + layout.marks - 3);
      context.lineTo(x - 4, y + layout.marks - 3);
      context.fill();
      const next = marks.firstAfter(this.timeAt(Math.floor(x) + 2));
      index = Math.max(next, index + 1);
    }
  }

  drawArrows() {
    const most = 150, { arrows } = this.run, { context } = this, visible = [];
    this.arrowsHidden = 0;
    for (let i = 0; i < arrows.time.size; i++) {
      if (arrows.time.data[i] < this.from || arrows.sourceTime.data[i] > this.to) continue;
      if (visible.length < most) visible.push(i); else this.arrowsHidden++;
    }
    if (this.arrowsHidden !== 0) { this.arrowsHidden += visible.length; visible.length = 0; }
    context.strokeStyle = context.fillStyle = 'rgba(214, 51, 108, 0.6)';
    context.lineWidth = 1;
    for (const i of visible) {
      const source = this.placeOf.get(arrows.source.data[i]), target = this.placeOf.get(arrows.target.data[i]);
      this.drawArrow(this.xOf(arrows.sourceTime.data[i]), this.screenY(source.y) + layout.slice - 4,
        this.xOf(arrows.time.data[i]), this.screenY(target.y) + 3);
    }
    this.arrowsShown = visible.length;
  }
  drawArrow(x1, y1, x2, y2) {
    const { context } = this, bend = Math.max(Math.abs(x2 - x1) / 2, 12);
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
    context.stroke();
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(x2 - 6, y2 - 3);
    context.lineTo(x2 - 6, y2 + 3);
    context.fill();
  }

  drawTitle(place) {
    if (place.title === null) return;
    const { context } = this, y = this.screenY(place.titleY);
    context.fillStyle = '#dfe3e8';
    context.fillRect(0, y, this.width, layout.header - 3);
    context.fillStyle = '#222';
    context.font = 'bold 11px system-ui, "DejaVu Sans", sans-serif';
    context.fillText(place.title, 8, y + layout.header / 2 - 1);
    context.font = '11px system-ui, "DejaVu Sans", sans-serif';
  }

  drawLabels(place, y, height) {
    const { context } = this;
    if (y > height || y + place.height < 0) return;
    context.fillStyle = '#fff';
    context.fillRect(0, y, layout.labels - 1, place.height + layout.gap - 1);
    context.fillStyle = '#222';
    context.fillText(place.row.name, 16, y + layout.slice / 2);
  }

  drawRuler(height) {
    const { context } = this, wanted = (this.to - this.from) / Math.max((this.width - layout.labels) / 110, 1);
    const power = Math.pow(10, Math.floor(Math.log10(wanted)));
    const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= wanted);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, this.width, layout.ruler);
    context.fillStyle = '#555';
    context.fillText('time', 16, layout.ruler / 2);
    for (let time = Math.ceil(this.from / step) * step; time < this.to; time += step) {
      const x = Math.round(this.xOf(time)) + 0.5;
      context.fillText(timeText(time), x + 4, layout.ruler / 2);
      context.strokeStyle = 'rgba(0, 0, 0, 0.12)';
      context.beginPath();
      context.moveTo(x, 4);
      context.lineTo(x, height);
      context.stroke();
    }
  }

  // ---- selection

  select(x, y) {
    this.selected = this.find(x, y);
    this.details.textContent = this.selected ? this.describe(this.selected) : '';
    this.draw();
  }
  find(x, y) {
    const place = this.places.find(each => y >= this.screenY(each.y) && y < this.screenY(each.y) + each.height);
    if (!place || x < layout.labels) return null;
    const { row } = place, near = (this.to - this.from) / (this.width - layout.labels) * 4, time = this.timeAt(x);
    const depth = Math.floor((y - this.screenY(place.y)) / layout.slice);
    const isMark = row.marks.size !== 0 && y >= this.screenY(place.y) + place.height - layout.marks;
    const lane = isMark ? row.marks : row.lanes[Math.min(depth, row.lanes.length - 1)];
    if (!lane) return null;
    const index = lane.firstAfter(time - near);
    return index < lane.size && lane.start.data[index] <= time + near ? { row, lane, index } : null;
  }
  describe({ row, lane, index }) {
    const { run } = this, start = lane.start.data[index], end = lane.end.data[index];
    const lines = [`${run.texts[lane.name.data[index]]}   (${run.shapes[lane.shape.data[index]].category})`,
      `${row.groupName}, ${row.name}`,
      `at ${timeText(start)}` + (end > start ? `, takes ${timeText(end - start)}` : '')];
    for (const [key, value] of run.argumentsOf(lane, index))
      lines.push(`${key}: ${typeof value === 'number' && value > 0xffff ? `${value} (0x${value.toString(16)})` : value}`);
    return lines.join('\n');
  }
}
