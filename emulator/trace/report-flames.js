// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame graph of folded stacks: lines "outer;inner;innermost count" in the element #folded, a JSON string.

function readFolded(text) {
  const root = { name: 'all', count: 0, children: new Map() };
  for (const line of text.split('\n')) {
    const split = line.lastIndexOf(' '), count = Number(line.slice(split + 1));
    if (split <= 0 || !(count > 0)) continue;
    let node = root;
    node.count += count;
    for (const name of line.slice(0, split).split(';')) {
      if (!node.children.has(name)) node.children.set(name, { name, count: 0, children: new Map() });
      node = node.children.get(name);
      node.count += count;
    }
  }
  return root;
}

function showFlames(section, root) {
  const graph = document.createElement('div'), line = 18;
  graph.id = 'flameGraph';
  const place = (node, left, width, depth) => {
    const share = 100 * node.count / root.count, frame = document.createElement('div');
    let hash = 0;
    for (const letter of node.name) hash = (hash * 31 + letter.codePointAt(0)) % 1000;
    frame.className = 'frame';
    frame.textContent = node.name;
    frame.title = `${node.name}: ${node.count} (${share.toFixed(1)} %)`;
    frame.style.cssText = `left:${left}%;width:${width}%;top:${depth * line}px;background:hsl(${20 + hash % 35},80%,${62 + hash % 12}%)`;
    frame.addEventListener('click', () => { section.replaceChildren(); showFlames(section, node === section.shown ? section.whole : node); section.shown = node; });
    graph.append(frame);
    let deepest = depth, at = left;
    for (const child of [...node.children.values()].sort((a, b) => b.count - a.count)) {
      const part = width * child.count / node.count;
      if (part > 0.05) deepest = Math.max(deepest, place(child, at, part, depth + 1));
      at += part;
    }
    return deepest;
  };
  section.whole ??= root;
  const hint = document.createElement('p');
  hint.className = 'hint';
  hint.textContent = `${root.name}: ${root.count} samples. Click a frame to see only what it calls; click it again for all.`;
  section.append(hint, graph);
  graph.style.height = `${(place(root, 0, 100, 0) + 1) * line}px`;
}
