// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The other pages: counters, messages, packets, crashes; and what starts the page.

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Columns that begin with '#' are numbers. */
function table(columns, rows) {
  const made = element('table'), head = element('tr');
  const classOf = column => column.startsWith('#') ? 'number' : 'text';
  for (const column of columns) head.append(element('th', column.replace('#', ''), classOf(column) === 'number' ? 'number' : ''));
  made.append(head);
  for (const row of rows) {
    const line = element('tr');
    row.forEach((cell, i) => line.append(element('td', cell, classOf(columns[i]))));
    made.append(line);
  }
  return made;
}

/** A table that shows the first rows that contain what is typed. */
function searchable(section, title, columns, rows) {
  const most = 1000, input = element('input'), result = element('div');
  input.placeholder = 'show only rows with this text';
  const show = () => {
    const wanted = input.value.toLowerCase();
    const found = wanted === '' ? rows : rows.filter(row => row.some(cell => String(cell).toLowerCase().includes(wanted)));
    const count = element('p', `${found.length} of ${rows.length}` + (found.length > most ? `; the first ${most}:` : ''), 'hint');
    result.replaceChildren(count, table(columns, found.slice(0, most)));
  };
  input.addEventListener('input', show);
  section.append(element('h2', title), input, result);
  show();
}

function countActivations(run, kinds) {
  const rows = [];
  for (const index of run.order) {
    const row = run.rows[index];
    const counted = { activations: 0, time: 0, instructions: 0, cycles: 0 };
    for (const lane of row.lanes)
      for (let i = 0; i < lane.size; i++) {
        if (run.shapes[lane.shape.data[i]].category !== kinds) continue;
        counted.activations++;
        counted.time += lane.end.data[i] - lane.start.data[i];
        const ending = run.endings?.get(lane.values.data[i]);
        ending?.shape.keys.forEach((key, k) => { if (key in counted) counted[key] += run.values.data[ending.values + k]; });
      }
    if (counted.activations !== 0)
      rows.push([row.groupName, row.name, counted.activations, timeText(counted.time),
        (100 * counted.time / Math.max(run.end - run.begin, 1)).toFixed(1) + ' %', counted.instructions || '', counted.cycles || '']);
  }
  return rows;
}

function showCounters(run, section) {
  section.append(element('h2', 'Activations'), table(
    ['where', 'row', '#activations', '#time', '#of the run', '#instructions', '#cycles'], countActivations(run, 'activation')));
  section.append(element('h2', 'Calls'), table(['where', 'row', '#calls', '#time', '#of the run', '#', '#'], countActivations(run, 'call')));
  const counts = new Map();
  for (const row of run.rows)
    for (const lane of [...row.lanes, row.marks])
      for (let i = 0; i < lane.size; i++) {
        const key = lane.shape.data[i] * 1e6 + lane.name.data[i], old = counts.get(key);
        if (old) { old.count++; old.time += lane.end.data[i] - lane.start.data[i]; } else
          counts.set(key, { shape: lane.shape.data[i], name: lane.name.data[i], count: 1, time: lane.end.data[i] - lane.start.data[i] });
      }
  const lines = [...counts.values()].filter(each => run.shapes[each.shape].category !== 'activation')
    .map(each => [run.shapes[each.shape].category, run.texts[each.name], each.count, each.time ? timeText(each.time) : '',
      each.time ? timeText(each.time / each.count) : '']).sort((a, b) => (a[0] + a[1]).localeCompare(b[0] + b[1]));
  section.append(element('h2', 'Events'), table(['kind', 'event', '#count', '#time', '#average'], lines));
}

/** What the first bytes of an Ethernet frame say. */
function describeFrame(hex) {
  const bytes = (hex.match(/../g) ?? []).map(each => parseInt(each, 16));
  const word = at => bytes[at] << 8 | bytes[at + 1], address = at => bytes.slice(at, at + 4).join('.');
  if (bytes.length < 14) return '';
  const mac = at => hex.slice(2 * at, 2 * at + 12).match(/../g).join(':');
  const type = word(12), ethernet = `${mac(6)} > ${mac(0)}`;
  if (type === 0x0806) return `ARP ${ethernet}`;
  if (type !== 0x0800 || bytes.length < 38) return `${type === 0x86dd ? 'IPv6' : 'type 0x' + type.toString(16)} ${ethernet}`;
  const header = 14 + 4 * (bytes[14] & 15), names = { 1: 'ICMP', 6: 'TCP', 17: 'UDP' }, protocol = bytes[23];
  const ports = protocol === 6 || protocol === 17;
  return `${names[protocol] ?? 'IPv4 protocol ' + protocol} ${address(26)}${ports ? ':' + word(header) : ''} > ` +
    `${address(30)}${ports ? ':' + word(header + 2) : ''}`;
}

function collect(run, category, cells) {
  const found = [];
  run.forEach(category, (row, lane, i) => {
    const values = Object.fromEntries(run.argumentsOf(lane, i)), time = lane.start.data[i];
    found.push({ time, cells: [timeText(time), row.name, run.texts[lane.name.data[i]], ...cells(values)] });
  });
  return found.sort((a, b) => a.time - b.time).map(each => each.cells);
}

function showMessages(run, section) {
  const rows = collect(run, 'message', values => [values.stream, values.text ?? `${values.bytes} bytes`]);
  searchable(section, 'Messages of device code', ['#time', 'row', 'what', '#stream', 'text'], rows);
  return rows.length;
}

function showPackets(run, section) {
  const rows = collect(run, 'packet', values => {
    const begin = values['begins with'];
    return [values.bytes, begin === undefined ? `to queue pair ${values['queue pair']}, PSN ${values.psn}, opcode ${values.opcode}`
      : describeFrame(begin), begin ?? ''];
  });
  searchable(section, 'Packets', ['#time', 'port', 'what', '#bytes', 'summary', 'first bytes'], rows);
  return rows.length;
}

function showCrash(run, section) {
  let crashes = 0;
  run.forEach('crash', (row, lane, i) => {
    crashes++;
    const text = Object.fromEntries(run.argumentsOf(lane, i)).text;
    section.append(element('h2', `${timeText(lane.start.data[i])}, ${row.name}`),
      element('pre', text.replace(/, (pc |called from )/g, '\n    $1'), 'crash'));
  });
  if (crashes === 0) section.append(element('p', 'No process has ended with an error.', 'hint'));
  return crashes;
}

function addTabs(tabs) {
  const nav = document.getElementById('tabs');
  const show = id => {
    for (const each of document.querySelectorAll('section')) each.classList.toggle('active', each.id === id);
    for (const each of nav.children) each.classList.toggle('active', each.dataset.tab === id);
  };
  for (const [id, title, isAlarm] of tabs) {
    const button = element('button', title, isAlarm ? 'alarm' : '');
    button.dataset.tab = id;
    button.addEventListener('click', () => show(id));
    nav.append(button);
  }
  return show;
}

/** "#tab=counters" and "#from=1000&to=2000" (nanoseconds) choose what is shown at first. */
function applyAddress(view, show) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  show(document.getElementById(wanted.get('tab')) ? wanted.get('tab') : 'timeline');
  view.showAll();
  if (wanted.has('from') && wanted.has('to')) view.setRange(Number(wanted.get('from')), Number(wanted.get('to')));
}

function showLegend() {
  for (const [name, color] of Object.entries(categories)) {
    const entry = element('span', name), square = element('i');
    square.style.background = color;
    entry.prepend(square);
    document.getElementById('legend').append(entry);
  }
}

function startPage() {
  const run = readRun(), byId = id => document.getElementById(id);
  const folded = byId('folded');
  if (folded) showFlames(byId('flames'), readFolded(JSON.parse(folded.textContent)));
  else byId('flames').append(element('p', 'This run has no profile.', 'hint'));
  showCounters(run, byId('counters'));
  const messages = showMessages(run, byId('messages')), packets = showPackets(run, byId('packets'));
  const crashes = showCrash(run, byId('crash'));
  showLegend();
  const show = addTabs([['timeline', 'Timeline'], ['flames', 'Flame graph'], ['counters', 'Counters'],
    ['messages', `Messages (${messages})`], ['packets', `Packets (${packets})`], ['crash', `Crash (${crashes})`, crashes !== 0]]);
  show('timeline');
  const view = new TimelineView(run, byId('canvas'), byId('details'));
  byId('summary').textContent = `${run.events.toLocaleString('en')} events, ${run.rows.length} rows, ${timeText(run.end - run.begin)}`;
  byId('zoomIn').addEventListener('click', () => view.zoom(0.5));
  byId('zoomOut').addEventListener('click', () => view.zoom(2));
  byId('zoomAll').addEventListener('click', () => view.showAll());
  const keys = { w: () => view.zoom(0.7), '+': () => view.zoom(0.7), s: () => view.zoom(1.4), '-': () => view.zoom(1.4),
    a: () => view.setRange(view.from - (view.to - view.from) / 5, view.to - (view.to - view.from) / 5),
    d: () => view.setRange(view.from + (view.to - view.from) / 5, view.to + (view.to - view.from) / 5), 0: () => view.showAll() };
  document.addEventListener('keydown', event => { if (event.target.tagName !== 'INPUT') keys[event.key]?.(); });
  window.addEventListener('hashchange', () => applyAddress(view, show));
  applyAddress(view, show);
  Object.assign(document.body.dataset, { events: run.events, rows: run.rows.length, messages, packets, crashes });
  window.report = { run, view };
}
document.addEventListener('DOMContentLoaded', startPage);
