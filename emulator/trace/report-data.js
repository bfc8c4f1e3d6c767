// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the batches behind the page (report.cpp has their format) into rows of slices and marks. Times are nanoseconds.
'use strict';

const Phase = { Begin: 0, End: 1, Complete: 2, Instant: 3, Arrow: 4 };

/** Numbers that grow, without a gap between them. */
class Numbers {
  constructor() { this.data = new Float64Array(1024); this.size = 0; }
  push(value) {
    if (this.size === this.data.length) {
      const larger = new Float64Array(2 * this.size);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.size++] = value;
  }
}

/** Slices of one depth of a row, which do not overlap; or marks, whose end is their start. */
class Lane {
  constructor() {
    for (const column of ['start', 'end', 'name', 'shape', 'values']) this[column] = new Numbers();
    this.busy = null;
  }
  get size() { return this.start.size; }
  add(start, name, shape, values) {
    this.start.push(start); this.end.push(start); this.name.push(name); this.shape.push(shape); this.values.push(values);
    return this.size - 1;
  }
  /** In the order of time; sums of durations for the overview. */
  finish() {
    const size = this.size, starts = this.start.data;
    let isSorted = true;
    for (let i = 1; i < size && isSorted; i++) isSorted = starts[i - 1] <= starts[i];
    if (!isSorted) {
      const order = Array.from({ length: size }, (_, i) => i).sort((a, b) => starts[a] - starts[b]);
      for (const column of ['start', 'end', 'name', 'shape', 'values'])
        this[column].data = Float64Array.from(order, i => this[column].data[i]);
    }
    this.busy = new Float64Array(size + 1);
    for (let i = 0; i < size; i++) this.busy[i + 1] = this.busy[i] + this.end.data[i] - this.start.data[i];
  }
  /** The first one that ends after a time. */
  firstAfter(time) {
    let low = 0, high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end.data[middle] > time) high = middle; else low = middle + 1;
    }
    return low;
  }
}

class Row {
  constructor(group, number, groupName, name) {
    Object.assign(this, { group, number, groupName, name, lanes: [], marks: new Lane(), open: [] });
  }
  lane(depth) {
    while (this.lanes.length <= depth) this.lanes.push(new Lane());
    return this.lanes[depth];
  }
}

class Run {
  constructor() {
    this.texts = []; this.shapes = []; this.rows = []; this.values = new Numbers();
    this.arrows = { source: new Numbers(), sourceTime: new Numbers(), target: new Numbers(), time: new Numbers() };
    this.events = 0; this.time = 0; this.begin = Infinity; this.end = 0;
  }

  addBatch(batch) {
    for (const [group, number, groupName, name] of batch.tracks) this.rows.push(new Row(group, number, groupName, name));
    for (const text of batch.texts) this.texts.push(text);
    for (const [phase, category, keys] of batch.shapes) this.shapes.push({ phase, category, keys });
    const events = batch.events;
    for (let at = 0; at < events.length;) at = this.addEvent(events, at);
  }

  addEvent(events, at) {
    const shapeIndex = events[at++], shape = this.shapes[shapeIndex];
    const name = events[at++], rowIndex = events[at++], row = this.rows[rowIndex];
    const time = this.time += events[at++];
    const extra = shape.phase === Phase.Complete || shape.phase === Phase.Arrow ? events[at++] : 0;
    if (shape.phase === Phase.Arrow) {
      this.addArrow(extra, time - events[at++], rowIndex, time);
      return at;
    }
    const values = this.values.size;
    for (let i = 0; i < shape.keys.length; i++) this.values.push(events[at++]);
    this.events++;
    this.begin = Math.min(this.begin, time);
    this.end = Math.max(this.end, time + (shape.phase === Phase.Complete ? extra : 0));
    this.place(row, shape, shapeIndex, name, time, extra, values);
    return at;
  }

  place(row, shape, shapeIndex, name, time, duration, values) {
    if (shape.phase === Phase.Instant) {
      row.marks.add(time, name, shapeIndex, values);
    } else if (shape.phase === Phase.Begin) {
      const lane = row.lane(row.open.length);
      row.open.push({ lane, index: lane.add(time, name, shapeIndex, values) });
    } else if (shape.phase === Phase.End) {
      const opened = row.open.pop();
      if (!opened) return;
      opened.lane.end.data[opened.index] = time;
      if (shape.keys.length !== 0) (this.endings ??= new Map()).set(opened.lane.values.data[opened.index], { shape, values });
    } else {
      const lane = row.lane(this.depthOf(row, time));
      lane.end.data[lane.add(time, name, shapeIndex, values)] = time + duration;
    }
  }

  /** Complete events that overlap are below each other. */
  depthOf(row, time) {
    let depth = row.open.length;
    for (; depth < row.lanes.length; depth++) {
      const lane = row.lanes[depth];
      if (lane.size === 0 || lane.end.data[lane.size - 1] <= time || lane.start.data[lane.size - 1] > time) break;
    }
    return depth;
  }

  addArrow(source, sourceTime, target, time) {
    const { arrows } = this;
    arrows.source.push(source); arrows.sourceTime.push(sourceTime); arrows.target.push(target); arrows.time.push(time);
  }

  finish() {
    for (const row of this.rows) {
      for (const { lane, index } of row.open) lane.end.data[index] = this.end; // not over at the end of the data
      for (const lane of [...row.lanes, row.marks]) lane.finish();
    }
    if (this.begin > this.end) this.begin = 0;
    this.order = this.rows.map((_, i) => i).sort((a, b) =>
      this.rows[a].group - this.rows[b].group || this.rows[a].number - this.rows[b].number);
  }

  /** [key, value] of an event; texts as such. */
  argumentsOf(lane, index) {
    const list = [], put = (shape, values) => shape.keys.forEach((key, i) => {
      const value = this.values.data[values + i];
      list.push(key.endsWith('$') ? [key.slice(0, -1), this.texts[value]] : [key, value]);
    });
    put(this.shapes[lane.shape.data[index]], lane.values.data[index]);
    const ending = this.endings?.get(lane.values.data[index]);
    if (ending) put(ending.shape, ending.values);
    return list;
  }

  /** visit(row, lane, index) for each event of a category, row by row. */
  forEach(category, visit) {
    for (const row of this.rows)
      for (const lane of [...row.lanes, row.marks])
        for (let i = 0; i < lane.size; i++)
          if (this.shapes[lane.shape.data[i]].category === category) visit(row, lane, i);
  }
}

function readRun() {
  const run = new Run();
  for (const element of document.querySelectorAll('script.batch')) {
    try {
      run.addBatch(JSON.parse(element.textContent));
    } catch (error) { // the last batch of a program that was killed
      console.warn('incomplete batch: ' + error.message);
    }
    element.remove();
  }
  run.finish();
  return run;
}

function timeText(nanoseconds) {
  const units = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']];
  for (const [size, unit] of units)
    if (Math.abs(nanoseconds) >= size) return (nanoseconds / size).toFixed(3).replace(/\.?0+$/, '') + ' ' + unit;
  return Math.round(nanoseconds) + ' ns';
}
