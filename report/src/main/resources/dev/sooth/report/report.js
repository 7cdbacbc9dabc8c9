'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const names = data.names;
const ROW = 24;
const GUTTER = 46; // at least; more where positions have many digits
const RACING = 1.2; // how much wider the columns of the two threads are
const MIN_COLUMN = 74;
const MOST_COLUMNS = 8;
const LANE = 14;
const MOST_PRINTED = 1000; // rows
const KINDS = ['no effect:', 'read', 'write', 'lock', 'unlock', 'start', 'join', 'begin', 'end', 'vol. read', 'vol. write'];

// ---- small tools: everything from the trace becomes a text node or an attribute ----

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== '') node.append(child);
  }
  return node;
}
const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
const number = n => n.toLocaleString('en');
const count = (n, noun) => number(n) + ' ' + noun + (n === 1 ? '' : 's');
const millis = n => n < 1000 ? n + ' ms' : (n / 1000).toFixed(1) + ' s';
const code = text => h('code', {}, text);
const lineOf = location => location.replace(/^(\S+:\d+) \S+$/, '$1') || 'unknown location';
const short = name => name.replace(/^(?:[a-z_$][\w$]*\.)+(?=[A-Z])/, '');
const baseName = trace => trace.file.replace(/^.*[\\/]/, '');
const cut = (text, most) => text.length <= most ? text : text.slice(0, Math.max(1, most - 1)) + '…';

const races = [];
data.traces.forEach((trace, t) => trace.races.forEach((race, r) => {
  race.trace = trace;
  race.key = 't' + t + 'r' + r;
  race.search = [names[race.field], race.name, race.fingerprint, race.hint,
    ...race.accesses.flatMap(a => [names[a.thread], names[a.location], names[a.variable]])]
    .join('\n').toLowerCase();
  races.push(race);
}));

// ---- theme ----

const root = document.documentElement;
const themeButton = document.getElementById('theme');
function setTheme(theme) {
  root.dataset.theme = theme;
  themeButton.textContent = theme === 'dark' ? 'Light' : 'Dark';
  themeButton.setAttribute('aria-label', 'Switch to the ' + (theme === 'dark' ? 'light' : 'dark') + ' theme');
  timelines.forEach(draw => draw());
}
const timelines = [];

// ---- print: all rows, not those in sight ----

let printing = false;
let panels = [];
for (const [event, now] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(event, () => {
    printing = now;
    panels.forEach(p => p.layout());
  });
}
themeButton.addEventListener('click', () => {
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  setTheme(theme);
  try { localStorage.setItem('sooth-theme', theme); } catch (e) { /* a page from disk may have no store */ }
});
function firstTheme() {
  try {
    const kept = localStorage.getItem('sooth-theme');
    if (kept === 'dark' || kept === 'light') return kept;
  } catch (e) { /* as above */ }
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

// ---- summary ----

const kindOf = race => race.verdict || (race.verified ? 'verified' : 'candidate');
const BADGES = {'verified': 'verified', 'candidate': 'candidate', 'no-race': 'no race', 'unknown': 'unknown'};
const badge = race => h('span', {class: 'badge ' + kindOf(race).replace('no-race', 'norace').replace('unknown', 'quiet')}, BADGES[kindOf(race)]);

function headline() {
  const total = data.traces.map(t => t.total).find(t => t); // of sooth decide, which shows only some of its pairs
  const of = kind => races.filter(r => kindOf(r) === kind).length;
  const verified = total ? total.race : of('verified');
  const candidates = of('candidate');
  const refuted = total ? total.noRace : of('no-race');
  const unknown = total ? total.unknown : of('unknown');
  const parts = [];
  if (verified && data.traces.some(t => !t.engines.length)) parts.push(count(verified, 'pair') + ' that can race, ' + (verified === 1 ? 'proved' : 'each proved'));
  else if (verified) parts.push(count(verified, 'data race') + (verified === 1 ? ', proved' : ', each proved'));
  if (candidates) parts.push(count(candidates, 'candidate'));
  if (refuted) parts.push(count(refuted, 'pair') + ' that cannot race');
  if (unknown) parts.push(count(unknown, 'pair') + ' undecided');
  const states = data.traces.flatMap(t => t.engines.map(e => e.status));
  const text = parts.join(', ') ||
    (total ? 'No two accesses conflict'
      : data.traces.length === 0 || (states.length && states.every(s => s === 'error')) ? 'Nothing was analysed'
      : states.every(s => s === 'complete') ? 'No race found' : 'No race found in what was analysed: the analysis is not complete');
  document.getElementById('headline').textContent = text;
  document.title = text + ' – Sooth';
}

function summary() {
  const host = document.getElementById('summary');
  data.traces.forEach(trace => {
    const figure = (term, n) => h('div', {}, h('dt', {}, term), h('dd', {}, number(n)));
    host.append(
      h('p', {class: 'file'}, code(trace.file)),
      h('dl', {class: 'figures'}, figure('events', trace.events), figure('threads', trace.threads),
        figure('variables', trace.variables), figure('locks', trace.locks),
        trace.total ? [figure('conflicting pairs', trace.total.race + trace.total.noRace + trace.total.unknown), figure('undecided', trace.total.unknown)] : null,
        figure(trace.engines.length ? 'racing pairs of lines' : 'pairs shown', trace.races.length)));
    trace.engines.filter(e => e.error).forEach(e => host.append(h('p', {class: 'failed'}, e.id + ' did not run: ', code(e.error))));
    const drawers = h('div', {class: 'drawers'});
    host.append(drawers);
    if (trace.engines.length) drawers.append(engines(trace));
    const notes = (trace.notes || []).concat(trace.engines.flatMap(e => e.notes.map(n => e.id + ': ' + n)));
    if (notes.length) drawers.append(more('Notes', notes, 0));
    trace.about.forEach(file => drawers.append(more(
      {'recording.txt': 'The recording', 'not-observed.txt': 'What was not instrumented', 'process.txt': 'The program'}[file.name] || file.name,
      file.lines, file.more)));
    if (trace.engines.length > 1 && trace.races.length) drawers.append(matrix(trace));
  });
  document.getElementById('foot').textContent =
    'Verified: a schedule of the recorded events was found after which both accesses are next, and an independent checker has accepted it; or reads see other values in it, and it was tested and executed again. Candidate: it may or may not be a race. Sooth ' + data.sooth + '.';
}

function more(title, lines, left) {
  const text = lines.join('\n') + (left ? '\n… ' + count(left, 'more line') : '');
  return h('details', {}, h('summary', {}, title + ' (' + number(lines.length + left) + ')'), h('pre', {tabindex: 0}, text));
}

function engines(trace) {
  const state = trace.engines.map(e => e.id + (e.status === 'complete' ? ' ' + number(e.races) : ' ' + e.status)).join(', ');
  const head = ['engine', 'status', 'races', 'verified', 'reading', 'search', 'proofs'];
  return h('details', {}, h('summary', {}, 'Races by engine: ' + state), h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Engines'}, h('table', {},
    h('thead', {}, h('tr', {}, head.map((t, i) => h('th', {scope: 'col', class: i > 1 ? 'r' : null}, t)))),
    h('tbody', {}, trace.engines.map(e => h('tr', {},
      h('td', {}, code(e.id)), h('td', {}, e.status),
      [number(e.races), number(e.verified), millis(e.reading), millis(e.detection), millis(e.proof)]
        .map(t => h('td', {class: 'r'}, t))))))));
}

const ANSWERS = {'verified': '● verified', 'candidate': '○ candidate', 'not-found': '–', 'not-complete': '? not complete', 'not-run': '? not run'};

/** All races with a column for each engine, made when it is opened. */
function matrix(trace) {
  const host = h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Races by engine'});
  const found = race => race.engines.map(a => a === 'verified' || a === 'candidate');
  const agreed = trace.races.filter(r => found(r).every(f => f)).length;
  const box = h('details', {}, h('summary', {}, 'Engines side by side: all agree on ' + number(agreed) + ' of ' + number(trace.races.length)), host);
  box.addEventListener('toggle', () => {
    if (!box.open || host.firstChild) return;
    host.append(h('table', {},
      h('thead', {}, h('tr', {}, ['field', 'lines', ...trace.engines.map(e => e.id)].map(t => h('th', {scope: 'col'}, t)))),
      h('tbody', {}, trace.races.map(race => h('tr', {},
        h('td', {}, code(names[race.field])), h('td', {}, code(lines(race))),
        race.engines.map(a => h('td', {class: a === 'verified' || a === 'candidate' ? null : 'muted'}, ANSWERS[a] || a)))))));
  });
  return box;
}

// ---- timeline ----

function timeline(trace) {
  const host = document.getElementById('overview');
  const line = trace.timeline;
  if (!line || line.parts < 2) return;
  const lanes = [...line.threads, ...line.locks];
  const canvas = h('canvas', {role: 'img', 'aria-label': 'How busy ' + count(line.threads.length, 'thread') + ' and '
    + count(line.locks.length, 'lock') + ' are over the trace; races are in the list below'});
  const ticks = 12;
  const height = lanes.length * LANE + ticks;
  const draw = () => {
    const width = canvas.clientWidth || 600;
    const scale = devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.height = height + 'px';
    const g = canvas.getContext('2d');
    g.scale(scale, scale);
    const style = getComputedStyle(root);
    const colour = style.getPropertyValue('--density');
    const step = width / line.parts;
    lanes.forEach((lane, y) => {
      const most = Math.max(...lane.counts, 1);
      const isLock = y >= line.threads.length;
      lane.counts.forEach((n, x) => {
        if (!n) return;
        const share = .18 + .82 * Math.log1p(n) / Math.log1p(most);
        g.fillStyle = 'rgba(' + colour + ',' + share.toFixed(3) + ')';
        g.fillRect(x * step, y * LANE + (isLock ? 4 : 1), Math.max(step - .3, .7), isLock ? 6 : LANE - 2);
      });
    });
    g.fillStyle = style.getPropertyValue('--race');
    trace.races.forEach(race => {
      const chosen = race === current;
      race.accesses.forEach((access, i) => {
        if (i === 0 && !chosen) return;
        const x = access.position / Math.max(1, line.last) * (width - 2);
        g.fillRect(x, chosen ? 0 : height - ticks + 3, chosen ? 2 : 1.5, chosen ? height : ticks - 3);
      });
    });
  };
  canvas.addEventListener('click', event => {
    const at = event.offsetX / canvas.clientWidth * line.last;
    let best = null;
    let near = Infinity;
    trace.races.forEach(race => race.accesses.forEach(access => {
      const far = Math.abs(access.position - at);
      if (far < near) { near = far; best = race; }
    }));
    if (best) open(best, true);
  });
  if (!timelines.length) host.append(h('p', {class: 'muted'}, 'Who was busy when, from the first event to the last.' + (races.length ? ' Red marks are races: a click goes to the nearest.' : '')));
  if (data.traces.length > 1) host.append(h('p', {class: 'of'}, code(baseName(trace))));
  host.append(h('div', {class: 'timeline'},
    h('div', {class: 'lanes', 'aria-hidden': 'true'}, lanes.map((lane, i) =>
      h('div', {title: names[lane.name]}, (i >= line.threads.length && !names[lane.name].startsWith('… ') ? 'lock ' : '') + cut(short(names[lane.name]), 26)))),
    canvas));
  timelines.push(draw);
  new ResizeObserver(draw).observe(canvas);
}

// ---- list ----

let current = null;
let filtered = races;
const buttons = new Map();
const lines = race => {
  const [a, b] = race.accesses.map(x => lineOf(names[x.location]));
  return a === b ? a : a + ' and ' + b;
};

function list() {
  const host = document.getElementById('races');
  const search = h('input', {id: 'search', type: 'search', autocomplete: 'off', spellcheck: 'false'});
  const select = (id, label, options) => {
    const box = h('select', {id}, options.map(([value, text]) => h('option', {value}, text)));
    box.addEventListener('change', apply);
    return [h('div', {}, h('label', {for: id}, label), box), box];
  };
  const kinds = [...new Set(races.map(kindOf))];
  const [statusField, status] = select('status', 'Verdict', [['', 'all'], ...kinds.map(k => [k, BADGES[k]])]);
  const ids = [...new Set(data.traces.flatMap(t => t.engines.map(e => e.id)))];
  const [engineField, engine] = select('engine', 'Found by', [['', 'any engine'], ...ids.map(id => [id, id])]);
  const states = [...new Set(races.map(r => r.triage))];
  const [triageField, triage] = select('triage', 'News', [['', 'all'], ...states.map(s => [s, s])]);
  const shown = h('p', {class: 'shown', 'aria-live': 'polite', id: 'shown'});
  const box = h('div', {class: 'list'});
  host.append(h('div', {class: 'filters'},
    h('div', {class: 'wide'}, h('label', {for: 'search'}, 'Search fields, lines, threads, fingerprints'), search),
    statusField, ids.length > 1 ? engineField : null, states.length > 1 ? triageField : null), shown, box);
  search.addEventListener('input', apply);

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(w => w);
    filtered = races.filter(race => words.every(w => race.search.includes(w))
      && (!status.value || kindOf(race) === status.value)
      && (!triage.value || race.triage === triage.value)
      && (!engine.value || race.engines.some((a, i) =>
        race.trace.engines[i].id === engine.value && (a === 'verified' || a === 'candidate'))));
    shown.textContent = number(filtered.length) + ' of ' + count(races.length, 'pair') + ' of lines';
    buttons.clear();
    const groups = new Map();
    filtered.forEach(race => {
      const key = (data.traces.length > 1 ? baseName(race.trace) + ': ' : '') + names[race.field];
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(race);
    });
    box.replaceChildren(...[...groups].flatMap(([field, all]) => [
      h('h3', {}, h('span', {class: 'n', title: field}, cut(field, 160)), h('span', {}, count(all.reduce((n, r) => n + r.count, 0), all[0].verdict ? 'pair' : 'race'))),
      h('ul', {}, all.map(race => h('li', {}, item(race))))]));
    if (!filtered.length) box.append(h('p', {class: 'empty'}, 'No race is like this.'));
  }

  function item(race) {
    const button = h('button', {type: 'button', class: 'race', 'aria-current': race === current ? 'true' : 'false'},
      h('span', {class: 'where n', title: lines(race)}, cut(lines(race), 160)),
      h('span', {class: 'who'}, badge(race),
        race.triage === 'known' || race.triage === 'suppressed' ? h('span', {class: 'badge quiet'}, race.triage) : null,
        h('span', {class: 'n'}, race.roles.map(r => names[r]).join(', '))));
    button.addEventListener('click', () => open(race, true));
    buttons.set(race, button);
    return button;
  }
  apply();
}

// ---- one race ----

function open(race, byUser) {
  const before = buttons.get(current);
  if (before) before.setAttribute('aria-current', 'false');
  current = race;
  const button = buttons.get(race);
  if (button) button.setAttribute('aria-current', 'true');
  const host = document.getElementById('detail');
  host.replaceChildren();
  panels = [];
  const title = h('h2', {tabindex: -1, id: 'title'}, badge(race), code(names[race.field]));
  host.append(title, lead(race));
  if (race.hint) host.append(h('p', {class: 'hint'}, 'This ' + race.hint + '.'));
  if (race.reason) host.append(h('p', {class: 'hint'}, 'Candidate: ' + race.reason + '.'));
  host.append(h('div', {class: 'accesses'}, access(race.accesses[0], race.values ? 'One access' : 'Earlier in the trace'), access(race.accesses[1], race.values ? 'The other' : 'Later in the trace')));
  if (race.why) host.append(h('h3', {}, race.verdict === 'unknown' ? 'Why it is not decided' : 'Why this is not a race'), h('ol', {class: 'why'}, race.why.map(step => h('li', {}, code(step)))));
  if (race.values) schedule(host, race);
  else if (race.picture >= 0) picture(host, race);
  else if (race.verified) host.append(h('p', {class: 'muted'}, 'There is no picture of this witness here; `sooth explain` draws it.'));
  timelines.forEach(draw => draw());
  if (byUser) {
    history.replaceState(null, '', '#' + race.key);
    if (matchMedia('(max-width: 1100px)').matches) host.scrollIntoView();
    title.focus({preventScroll: true});
  }
}

function lead(race) {
  const text = [race.name];
  if (race.count > 1) text.push(count(race.count, 'race') + ' between these lines, ' + number(race.verifiedCount) + ' verified, on ' + count(race.variables, 'variable'));
  if (race.engines.length > 1) {
    text.push(race.engines.map((a, i) => race.trace.engines[i].id + ' ' + (a === 'not-found' ? 'did not find it' : a.replace('-', ' '))).join(', '));
  }
  if (race.triage === 'suppressed') text.push('suppressed: ' + race.suppressedBy);
  if (race.triage === 'known') text.push('known: it is in the baseline');
  return h('p', {class: 'lead muted'}, text.join(' · ') + (race.fingerprint ? ' · fingerprint ' : ''), race.fingerprint ? code(race.fingerprint) : null);
}

function access(a, when) {
  const box = h('section', {class: 'access', 'aria-label': when},
    h('h3', {}, (a.writes ? 'Write' : 'Read') + ' by ', h('span', {class: 'n'}, names[a.thread])),
    h('p', {class: 'muted'}, when + (a.unexecuted ? ', not executed in the recorded run, of ' : ', event ' + number(a.position) + ', of '), code(names[a.variable])),
    h('ol', {}, [a.location, ...a.stack].map(l => h('li', {class: 'n', title: names[l]}, cut(names[l], 300) || 'unknown location'))));
  if (a.unexecuted) box.append(h('p', {class: 'muted'}, 'The run did not take the branch that leads here.'));
  else if (a.unknown) box.append(h('p', {class: 'muted'}, 'Locks held are not known: ' + a.unknown));
  else if (!a.held.length) box.append(h('p', {}, 'Holds no lock.'));
  else {
    a.held.forEach(lock => box.append(h('p', {}, 'Holds ', code(cut(names[lock.lock], 200)), ', acquired at ', code(names[lock.location] || 'unknown location'))));
    if (a.more) box.append(h('p', {}, 'and ' + count(a.more, 'more lock')));
  }
  if (a.created) box.append(h('p', {class: 'muted'}, 'Thread started by ', h('span', {class: 'n'}, names[a.created.thread]), ' at ', code(names[a.created.location] || 'unknown location')));
  const here = /:(\d+)(?: \S+)?$/.exec(names[a.location]);
  if (a.source && here) box.append(sourceOf(a.source, n => Math.abs(n - here[1]) <= 4, n => n === +here[1]) || '');
  return box;
}

function sourceOf(path, isNear, isHere) {
  const source = data.sources[path];
  return source && h('div', {class: 'source', tabindex: 0, role: 'region', 'aria-label': 'Source ' + path},
    Object.keys(source).map(Number).filter(isNear).map(n =>
      h('div', {class: isHere(n) ? 'here' : null}, h('span', {}, String(n)), h('span', {}, source[n]))));
}

// ---- a schedule in which reads see other values ----

/** One column for each thread, a row for each step, the reads that see another value marked. */
function schedule(host, race) {
  const v = race.values;
  const all = [...v.accesses, ...v.steps];
  const threads = [...new Set(all.map(s => s.thread))];
  const columns = threads.slice(0, MOST_COLUMNS);
  const place = s => Math.min(threads.indexOf(s.thread), columns.length - 1);
  const cell = s => [
    threads.length > columns.length && place(s) === columns.length - 1 ? h('span', {class: 'muted n'}, names[s.thread] + ': ') : null,
    h('span', {class: 'n', title: names[s.location]}, s.op + '(' + cut(short(names[s.target]), 60) + ')'),
    s.value !== undefined ? ' = ' + s.value : '',
    s.recorded !== undefined ? h('strong', {class: 'other'}, ' recorded ' + s.recorded) : null,
    ' ', h('span', {class: 'muted n'}, cut(lineOf(names[s.location]), 60))];
  const row = (s, mark) => h('tr', {class: [s.recorded !== undefined ? 'changed' : '', s.position === undefined ? 'new' : '', mark].join(' ').trim() || null},
    h('td', {class: 'r muted'}, s.position === undefined ? 'not in the run' : number(s.position)),
    columns.map((t, i) => h('td', {}, i === place(s) ? cell(s) : '')));
  const fold = n => h('tr', {}, h('td', {class: 'muted', colspan: columns.length + 1}, '⋯ ' + count(n, 'event') + ' left out'));
  host.append(h('section', {class: 'values'},
    h('h3', {}, 'How it happens'),
    h('p', {class: 'muted'}, 'A schedule of ' + count(v.size, 'event') + (v.changed ? ', in which ' + count(v.changed, 'read')
      + (v.changed === 1 ? ' sees another value' : ' see other values') + ' than in the recorded run' : '')
      + '. After it both accesses are next, and nothing orders them.'),
    h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'The schedule'}, h('table', {},
      h('thead', {}, h('tr', {}, h('th', {scope: 'col', class: 'r'}, 'event'), columns.map((t, i) =>
        h('th', {scope: 'col'}, i === columns.length - 1 && threads.length > columns.length ? 'other threads' : names[t])))),
      h('tbody', {}, v.steps.flatMap(s => s.left ? [fold(s.left), row(s, '')] : [row(s, '')]),
        v.accesses.map(s => row(s, 'racing')))))));
  if (!v.wouldRun.length) return;
  const box = h('section', {class: 'values'}, h('h3', {}, 'Lines that would run, and did not'));
  const at = w => /:(\d+)(?: \S+)?$/.exec(names[w.location]);
  const paths = new Map();
  v.wouldRun.forEach(w => {
    if (w.source && at(w)) paths.set(w.source, (paths.get(w.source) || new Set()).add(+at(w)[1]));
  });
  box.append(h('ul', {}, v.wouldRun.map(w => h('li', {class: 'n'}, names[w.location]))));
  paths.forEach((these, path) => box.append(
    sourceOf(path, n => [...these].some(line => Math.abs(n - line) <= 2), n => these.has(n)) || ''));
  host.append(box);
}

// ---- the picture ----

function decoded(trace) {
  if (!trace.positions) {
    let at = 0;
    trace.positions = trace.pool.steps.map(step => at += step);
  }
  return trace.pool;
}

function picture(host, race) {
  const trace = race.trace;
  const pool = decoded(trace);
  const p = trace.pictures[race.picture];
  const row = r => typeof r === 'number' ? {event: r} : {fold: r[0], runs: r.slice(1)};
  const late = new Set(p.late);
  const witness = p.witness.map(row);
  witness.push({both: [p.first, p.second]});
  const observed = p.observed.map((r, i) => Object.assign(row(r), {late: late.has(i)}));
  const describe = e => names[pool.threads[e]] + ' ' + words(pool, e)
    + (names[pool.locations[e]] ? ' at ' + lineOf(names[pool.locations[e]]) : '') + ' (event ' + number(trace.positions[e]) + ')';

  const now = h('p', {class: 'now', 'aria-live': 'polite', id: 'now'});
  const columns = threadsOf(pool, [...witness, ...observed], p);
  const last = [p.first, p.second, ...p.observed.slice(-1).filter(r => typeof r === 'number'), ...p.witness.slice(-1).filter(r => typeof r === 'number')]
    .reduce((most, e) => Math.max(most, trace.positions[e]), 0);
  const gutter = Math.max(GUTTER, 16 + 7 * number(last).length);
  const view = {trace, pool, columns, gutter, marks: new Set([p.first, p.second]), sections: p.sections, step: null, stepEvent: null};
  const left = panel('Observed', 'the order that was recorded', observed, view, i => stage(left, i));
  const right = panel('Witness', 'an order in which both accesses are next', witness, view, i => stage(right, i));

  function stage(side, i) {
    const rows = side.rows;
    const r = rows[i];
    if (r.fold === undefined || !r.runs.length) return;
    const inner = [];
    for (let k = 0; k < r.runs.length; k += 2) {
      for (let n = 0; n < r.runs[k + 1]; n++) inner.push({event: r.runs[k] + n, late: r.late});
    }
    rows.splice(i, 1, ...inner);
    if (side === right && view.step !== null && view.step > i) view.step += inner.length - 1;
    side.changed();
  }

  function go(step) {
    const last = right.rows.length - 1;
    view.step = Math.max(0, Math.min(last, step));
    const r = right.rows[view.step];
    view.stepEvent = r.event === undefined ? null : r.event;
    right.show(view.step);
    const other = r.both ? left.rows.findIndex(o => o.event === r.both[1]) : left.rows.findIndex(o => o.event === r.event);
    if (other >= 0) left.show(other);
    left.changed();
    right.changed();
    now.textContent = 'Step ' + number(view.step + 1) + ' of ' + number(last + 1) + ': '
      + (r.both ? 'both accesses are next, and nothing orders them: ' + describe(r.both[0]) + '; ' + describe(r.both[1])
        : r.fold !== undefined ? count(r.fold, 'event') + ' folded' + (r.runs.length ? '; Enter shows them' : '')
        : describe(r.event));
  }

  const key = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = right.rows.length - 1;
    const at = view.step;
    const to = {ArrowRight: at === null ? 0 : at + 1, ArrowDown: at === null ? 0 : at + 1,
      ArrowLeft: at === null ? last : at - 1, ArrowUp: at === null ? last : at - 1, Home: 0, End: last}[event.key];
    if (to !== undefined) { go(to); event.preventDefault(); }
    if (event.key === 'Enter' && at !== null && event.target.tagName !== 'BUTTON') { stage(right, at); go(Math.min(at, right.rows.length - 1)); }
  };
  const button = (label, text, to) => h('button', {type: 'button', 'aria-label': label, onclick: () => go(to())}, text);
  const box = h('div', {class: 'picture', onkeydown: key},
    h('div', {class: 'picture-head'}, h('h3', {}, 'How it happens'),
      h('span', {class: 'muted'}, 'a schedule of ' + count(p.size, 'event')),
      h('div', {class: 'steps'},
        h('span', {class: 'muted'}, 'arrow keys step'),
        button('First step', '⇤', () => 0),
        button('Previous step', '←', () => view.step === null ? right.rows.length - 1 : view.step - 1),
        button('Next step', '→', () => view.step === null ? 0 : view.step + 1),
        button('Last step', '⇥', () => right.rows.length - 1))),
    now,
    legend(p),
    h('div', {class: 'panels'}, left.node, right.node));
  host.append(box);
  panels = [left, right];
  now.textContent = 'After the schedule on the right both accesses are next, and nothing orders them.';
  left.changed();
  right.changed();
  const text = h('details', {class: 'astext'}, h('summary', {}, 'The witness as text'), h('ol', {tabindex: 0},
    p.witness.map(row).map(r => h('li', {class: 'n'}, r.fold !== undefined ? '… ' + count(r.fold, 'event') + ' folded' : describe(r.event))),
    h('li', {}, 'then, in either order: ' + describe(p.first) + '; ' + describe(p.second))));
  host.append(text);
}

function legend(p) {
  const has = order => p.sections.some(s => s[2] === order);
  const entry = (kind, text) => h('li', {}, h('i', {class: kind}), text);
  return h('ul', {class: 'legend'},
    entry('k-race', 'the two accesses'),
    has(1) ? entry('k-earlier', 'critical section that comes earlier than observed') : null,
    has(2) ? entry('k-later', 'one that it overtakes: later, or not before the race') : null,
    has(0) ? entry('k-kept', 'critical section in the observed order') : null,
    p.late.length ? h('li', {}, h('em', {}, 'italic'), ': not executed before the race') : null);
}

function words(pool, e) {
  const target = names[pool.targets[e]];
  return KINDS[pool.kinds[e]] + (target ? ' ' + short(target) : '');
}

/** The threads with a column: the two first, then those with most rows; the rest share one. */
function threadsOf(pool, rows, p) {
  const racing = [pool.threads[p.first], pool.threads[p.second]];
  const counts = new Map();
  rows.forEach(r => {
    if (r.event !== undefined) counts.set(pool.threads[r.event], (counts.get(pool.threads[r.event]) || 0) + 1);
  });
  const others = [...counts.keys()].filter(t => !racing.includes(t)).sort((a, b) => counts.get(b) - counts.get(a));
  const all = [...racing, ...others.slice(0, MOST_COLUMNS - 3)];
  const place = new Map(all.map((t, i) => [t, i]));
  const rest = others.length > MOST_COLUMNS - 3
    || rows.some(r => r.runs && runs(r).some(e => !place.has(pool.threads[e])));
  return {names: all.map(t => names[t]).concat(rest ? ['other threads'] : []), rest,
    of: e => place.has(pool.threads[e]) ? place.get(pool.threads[e]) : all.length};
}

function* events(row) {
  for (let k = 0; k < row.runs.length; k += 2) {
    for (let n = 0; n < row.runs[k + 1]; n++) yield row.runs[k] + n;
  }
}
const runs = row => ({some: test => { for (const e of events(row)) if (test(e)) return true; return false; }});

/** One of the two orders: rows of fixed height, of which those in sight are drawn. */
function panel(title, caption, rows, view, unfold) {
  const body = h('div', {class: 'rows'});
  const heads = h('div', {class: 'heads', 'aria-hidden': 'true'});
  const stage = h('div', {class: 'stage', tabindex: 0, role: 'region', 'aria-label': title + ': ' + caption}, heads, body);
  const self = {rows, node: h('section', {class: 'panel', 'aria-label': title}, h('h4', {}, title), h('p', {}, caption), stage)};
  let width = 0;
  let edges = []; // where columns begin
  let places = new Map(); // rows of events

  self.changed = () => {
    places = new Map();
    rows.forEach((r, i) => {
      if (r.event !== undefined) places.set(r.event, i);
      if (r.both) r.both.forEach(e => places.set(e, i));
    });
    layout();
  };
  self.show = i => {
    const top = i * ROW;
    const room = stage.clientHeight - 26;
    if (top < stage.scrollTop) stage.scrollTop = Math.max(0, top - ROW);
    else if (top + ROW > stage.scrollTop + room) stage.scrollTop = top + 2 * ROW - room;
  };

  const middle = c => (edges[c] + edges[c + 1]) / 2;

  function layout() {
    const n = view.columns.names.length;
    const inside = Math.max(200, stage.clientWidth);
    const shares = view.columns.names.map((name, i) => i < 2 ? RACING : 1);
    const share = Math.max(MIN_COLUMN, (inside - view.gutter - 4) / shares.reduce((a, b) => a + b));
    edges = [view.gutter];
    shares.forEach(s => edges.push(Math.floor(edges[edges.length - 1] + s * share)));
    width = Math.max(inside, edges[n] + 4);
    body.style.height = (printing ? Math.min(rows.length, MOST_PRINTED + 1) : rows.length) * ROW + 8 + 'px';
    body.style.width = width + 'px';
    heads.style.width = width + 'px';
    heads.replaceChildren(...view.columns.names.map((name, i) => {
      const cell = h('span', {class: (i < 2 ? 'racing ' : '') + 'n', title: name}, name);
      cell.style.left = edges[i] + 'px';
      cell.style.width = edges[i + 1] - edges[i] + 'px';
      return cell;
    }));
    draw();
  }

  function draw() {
    const from = printing ? 0 : Math.max(0, Math.floor(stage.scrollTop / ROW) - 8);
    const to = printing ? Math.min(rows.length, MOST_PRINTED)
      : Math.min(rows.length, Math.ceil((stage.scrollTop + (stage.clientHeight || 600)) / ROW) + 8);
    const picture = svg('svg', {width, height: (to - from + (printing ? 1 : 0)) * ROW + 8, 'aria-hidden': 'true', focusable: 'false'});
    picture.style.top = from * ROW + 'px';
    const y = i => (i - from) * ROW;
    for (let i = from; i < to; i++) {
      const r = rows[i];
      const isStep = view.step !== null && (r.event !== undefined ? r.event === view.stepEvent
        : rows === self.rows && title === 'Witness' && i === view.step);
      if (isStep) picture.append(svg('rect', {class: 'band', x: 0, y: y(i), width, height: ROW}));
    }
    view.columns.names.forEach((name, c) => {
      const x = middle(c);
      picture.append(svg('line', {class: 'line', x1: x, x2: x, y1: 0, y2: (to - from) * ROW}));
    });
    sections(picture, from, to, y);
    for (let i = from; i < to; i++) picture.append(row(rows[i], i, y(i)));
    if (printing && to < rows.length) picture.append(svg('text', {x: view.gutter, y: y(to) + 16}, count(rows.length - to, 'more row') + ', not printed'));
    body.replaceChildren(picture);
  }

  function sections(picture, from, to, y) {
    const open = [];
    view.sections.forEach(([acquire, release, order]) => {
      if (!places.has(acquire)) return;
      const top = places.get(acquire);
      const bottom = release >= 0 && places.has(release) ? places.get(release) : rows.length - 1;
      if (bottom < from || top >= to) return;
      const c = view.columns.of(acquire);
      const depth = open.filter(o => o.c === c && o.top < top && o.bottom >= bottom).length;
      open.push({c, top, bottom});
      const a = Math.max(top, from - 1);
      const b = Math.min(bottom, to);
      const inset = 3 + 4 * depth;
      picture.append(svg('rect', {class: 's' + order, x: edges[c] + inset, y: y(a) + 2,
        width: Math.max(20, edges[c + 1] - edges[c] - 2 * inset), height: (b - a + 1) * ROW - 4, rx: 5}));
    });
  }

  function row(r, i, y) {
    const isLater = view.step !== null && title === 'Witness' && i > view.step;
    if (r.fold !== undefined) {
      const can = r.runs.length > 0;
      const g = svg('g', {class: 'fold' + (can ? ' can' : '') + (isLater ? ' dim' : '')},
        svg('rect', {x: view.gutter, y: y + 3, width: width - view.gutter - 8, height: ROW - 6, rx: 9}),
        svg('text', {x: view.gutter + 12, y: y + 16}, '⋯ ' + count(r.fold, 'event') + (can ? ' – show' : '')));
      if (can) g.addEventListener('click', () => unfold(i));
      return g;
    }
    const events = r.both || [r.event];
    const g = svg('g', {class: (r.late && !view.marks.has(r.event) ? 'late' : '') + (isLater ? ' dim' : '')});
    if (r.both) {
      const xs = events.map(e => middle(view.columns.of(e)));
      g.append(svg('line', {class: 'tie', x1: xs[0], x2: xs[1], y1: y + ROW / 2, y2: y + ROW / 2}));
    }
    events.forEach((e, k) => {
      const mark = view.marks.has(e);
      const x = edges[view.columns.of(e)];
      const column = edges[view.columns.of(e) + 1] - x;
      const location = names[view.pool.locations[e]];
      const at = location ? lineOf(location) : '';
      const fits = Math.floor((column - 18) / (mark ? 7.4 : 6.7));
      let label = words(view.pool, e);
      if (label.length > fits) label = label.replace(/ \S*\.(?=[^.\s]+$)/, ' ');
      const cell = svg('svg', {x, y, width: column, height: ROW});
      if (mark) cell.append(svg('rect', {class: 'mark', x: 4, y: 3, width: column - 8, height: ROW - 6, rx: 9}));
      const text = svg('text', {x: 10, y: 16, class: mark ? 'on-mark' : null}, cut(label, fits));
      if (at && label.length + at.length + 1 <= fits) text.append(svg('tspan', {class: mark ? '' : 'at', dx: 5}, at));
      cell.append(text, svg('title', {}, names[view.pool.threads[e]] + ': ' + KINDS[view.pool.kinds[e]] + ' '
        + names[view.pool.targets[e]] + (location ? '\n' + location : '')));
      g.append(cell);
      if (!r.both || k === 0) {
        g.prepend(svg('text', {class: 'pos', x: view.gutter - 8, y: y + 16}, r.both ? 'next' : number(view.trace.positions[e])));
      }
    });
    return g;
  }

  let waiting = false;
  stage.addEventListener('scroll', () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(() => { waiting = false; draw(); });
    }
  });
  new ResizeObserver(() => { if (stage.clientWidth) layout(); }).observe(stage);
  self.layout = layout;
  return self;
}

/** Why there is nothing to choose from. */
function emptiness() {
  if (!data.traces.some(t => t.total)) return 'There is no race to show.';
  return 'There is no pair to show: those that are refuted by counting, because one access must come first or both hold one lock, are shown with --pair only.';
}

// ---- begin ----

headline();
summary();
setTheme(firstTheme());
data.traces.forEach(timeline);
if (races.length) {
  list();
  open(races.find(race => '#' + race.key === location.hash) || races[0], false);
} else {
  document.querySelector('.panes').replaceWith(h('p', {id: 'races', class: 'empty', tabindex: -1}, emptiness()));
}
root.dataset.ready = 'true';
})();
