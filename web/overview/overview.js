// The overview page: what is loaded, run by run, live. It asks only for what it shows.
const RUNS_AT_ONCE = 100;
const TAGS_AT_ONCE = 50;
const SPARK = { width: 160, height: 32 };
const el = (id) => document.getElementById(id);
const count = new Intl.NumberFormat('en');
const state = { run: undefined, runsShown: RUNS_AT_ONCE, tagsShown: TAGS_AT_ONCE, issues: undefined, waiting: false };

// Steps may be past 2^53: such long ones stay text. Inside JSON strings quotes are escaped, so nothing else matches.
const parse = (text) => JSON.parse(text.replace(/("(?:first|last)_step":)(-?\d{16,})/g, '$1"$2"'));

async function ask(path, options) {
  const response = await fetch(path, options);
  if (response.ok) return response;
  const body = await response.json().catch(() => undefined);
  throw new Error(body?.error?.message ?? `${response.status} ${response.statusText}`);
}
const askJson = async (path, parameters) =>
  parse(await (await ask(`api/${path}?${new URLSearchParams(parameters)}`)).text());

// Columns of /api/scalars: a JSON head, then arrays that are laid under typed arrays as they are.
const ARRAYS = { i8: Int8Array, u8: Uint8Array, i16: Int16Array, u16: Uint16Array, i32: Int32Array, u32: Uint32Array,
  i64: BigInt64Array, u64: BigUint64Array, f32: Float32Array, f64: Float64Array };
async function askColumns(request) {
  const response = await ask('api/scalars', { method: 'POST', body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json', Accept: 'application/vnd.sightglass.columns' } });
  const bytes = await response.arrayBuffer();
  const head = 8 + new DataView(bytes).getUint32(4, true);
  const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, head - 8)));
  const column = (ref) => new ARRAYS[ref.type](bytes, head + ref.at, ref.count);
  return answer.series.map((one) => ({ ...one, x: column(one.x), value: column(one.value) }));
}

function sizeText(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let power = 0;
  for (; bytes >= 1000 && power < units.length - 1; power += 1) bytes /= 1000;
  return `${bytes >= 100 || power === 0 ? Math.round(bytes) : bytes.toPrecision(3)} ${units[power]}`;
}
const countText = (number, noun) => `${count.format(number)} ${noun}${number === 1 ? '' : 's'}`;
const stepText = (step) => (step === null ? '' : count.format(typeof step === 'string' ? BigInt(step) : step));
function valueText(value) {
  if (value === null) return '';
  return typeof value === 'string' ? value : String(Number(value.toPrecision(6)));
}

function make(name, text = '', properties = {}) {
  const element = Object.assign(document.createElement(name), properties);
  element.textContent = text;
  return element;
}

// Brings the children of `list` in line with `items`, keeping elements (and so focus and scroll position) by key.
function syncChildren(list, items, key, create, update) {
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  items.forEach((item, i) => {
    const child = old.get(key(item)) ?? create(item);
    child.dataset.key = key(item);
    old.delete(key(item));
    update(child, item);
    if (list.children[i] !== child) list.insertBefore(child, list.children[i] ?? null);
  });
  old.forEach((child) => child.remove());
}

function drawSpark(canvas, points) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = SPARK.width * scale;
  canvas.height = SPARK.height * scale;
  const finite = points.value.filter(Number.isFinite);
  if (finite.length === 0) return;
  const context = canvas.getContext('2d');
  const low = finite.reduce((a, b) => Math.min(a, b));
  const high = finite.reduce((a, b) => Math.max(a, b));
  const first = Number(points.x[0]);
  const span = Number(points.x[points.x.length - 1]) - first || 1;
  context.scale(scale, scale);
  context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent');
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.beginPath();
  let isDrawing = false;
  points.value.forEach((value, i) => {
    const x = 2 + ((Number(points.x[i]) - first) / span) * (SPARK.width - 4);
    const y = high === low ? SPARK.height / 2 : 2 + ((high - value) / (high - low)) * (SPARK.height - 4);
    if (!Number.isFinite(value)) isDrawing = false;
    else if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x, y), context.lineTo(x + 0.5, y), (isDrawing = true);
  });
  context.stroke();
}

function showStatus(status) {
  const missing = status.missing_directories;
  const hasRuns = status.runs > 0;
  const isLoading = status.loading || status.revision === 0;
  el('logdir').textContent = el('logdir').title = status.log_directories.map((d) => d.path).join(', ');
  el('progress').hidden = !isLoading;
  if (status.progress > 0) el('progress').value = status.progress;
  else el('progress').removeAttribute('value');
  el('totals').hidden = el('panes').hidden = !hasRuns;
  syncChildren(el('totals'), [['runs', count.format(status.runs)], ['series', count.format(status.series)],
    ['points', count.format(status.points)], ['on disk', sizeText(status.bytes_total)]], ([name]) => name,
  ([name]) => { const item = document.createElement('div'); item.append(make('dt', name), make('dd')); return item; },
  (item, [, text]) => { item.lastChild.textContent = text; });
  const said = isLoading
    ? [`Loading: ${sizeText(status.bytes_done)} of ${sizeText(status.bytes_total)}`, 'What is there already is shown below.']
    : missing.length > 0
      ? [`Waiting for ${missing.join(', ')}`, 'This directory does not exist yet. Its runs will appear here by themselves.']
      : !hasRuns ? ['No runs yet', 'The log directory holds no event files (*tfevents*). They will appear here by themselves.'] : [];
  el('notice').hidden = said.length === 0;
  if (el('notice').textContent !== said.join('')) {
    el('notice').replaceChildren(...said.map((text, i) => make(i === 0 ? 'strong' : 'p', text)));
  }
  state.waiting = missing.length > 0;
}

async function showRuns() {
  const filter = el('run-filter');
  const answer = await askJson('runs', { limit: state.runsShown, ...(filter.value && { matching: filter.value }) });
  const shown = answer.runs.length;
  // Until somebody chooses: the run with most to show, one with curves if there is one.
  if (!state.isChosen && !state.run?.kinds.scalars && shown > 0) {
    const withCurves = answer.runs.filter((run) => run.kinds.scalars);
    state.run = (withCurves.length > 0 ? withCurves : answer.runs).reduce((most, run) => (run.points > most.points ? run : most));
  }
  el('run-hint').textContent = shown < answer.total ? `${count.format(shown)} of ${countText(answer.total, 'run')}`
    : countText(answer.total, 'run');
  el('more-runs').hidden = answer.next === null;
  syncChildren(el('run-list'), answer.runs, (run) => run.id, (run) => {
    const item = document.createElement('li');
    const button = make('button', '', { type: 'button' });
    button.append(make('span', run.name), make('span', '', { className: 'sg-dim' }));
    button.addEventListener('click', () => {
      Object.assign(state, { run, isChosen: true, tagsShown: TAGS_AT_ONCE });
      refresh();
    });
    item.append(button);
    return item;
  }, (item, run) => {
    item.firstChild.setAttribute('aria-pressed', String(run.id === state.run?.id));
    item.firstChild.lastChild.textContent = `${count.format(run.points)}`;
    item.firstChild.title = `${countText(run.series, 'tag')}, ${countText(run.points, 'point')}`;
  });
}

async function showTags() {
  if (state.run === undefined) return;
  const { run } = state;
  const filter = el('tag-filter');
  const answer = await askJson('series',
    { run: run.name, limit: state.tagsShown, ...(filter.value && { tag_matching: filter.value }) });
  if (run !== state.run) return;
  el('tags').textContent = el('tags').title = run.name === '.' ? 'Tags of the log directory itself' : `Tags of ${run.name}`;
  el('tag-hint').textContent = answer.series.length < answer.total
    ? `${count.format(answer.series.length)} of ${countText(answer.total, 'tag')}` : countText(answer.total, 'tag');
  el('more-tags').hidden = answer.next === null;
  const rowKey = (one) => `${one.run_id}.${one.tag_id}`;
  syncChildren(el('tag-rows'), answer.series, rowKey, (one) => {
    const row = document.createElement('tr');
    row.append(make('td', one.tag), make('td'), ...['Last value', 'Last step', 'Points'].map((label) => make('td', '')));
    ['Last value', 'Last step', 'Points'].forEach((label, i) => { row.children[i + 2].dataset.label = label; });
    if (one.kind === 'scalars') {
      const canvas = make('canvas', '', { ...SPARK });
      canvas.setAttribute('aria-hidden', 'true');
      row.children[1].append(canvas);
    } else {
      row.children[1].append(make('span', one.kind, { className: 'sg-dim' }));
    }
    return row;
  }, (row, one) => {
    row.children[2].textContent = valueText(one.last_value);
    row.children[3].textContent = stepText(one.last_step);
    row.children[4].textContent = count.format(one.points);
  });
  const scalars = answer.series.filter((one) => one.kind === 'scalars' && one.points > 0);
  if (scalars.length === 0) return;
  const lines = await askColumns({ width: SPARK.width, columns: ['x', 'value'],
    selection: { series: scalars.map((one) => ({ run: { id: one.run_id }, tag: { id: one.tag_id } })) } });
  const canvases = new Map([...el('tag-rows').children].map((row) => [row.dataset.key, row.querySelector('canvas')]));
  lines.forEach((line) => canvases.get(rowKey(line)) && drawSpark(canvases.get(rowKey(line)), line));
}

async function showIssues(revision) {
  if (state.issues === revision) return;
  const answer = await askJson('issues', { limit: 100 });
  state.issues = revision;
  el('issues').hidden = answer.total === 0;
  el('issues-title').textContent = countText(answer.count, 'issue');
  el('issue-list').replaceChildren(...answer.issues.map((issue) => {
    const item = make('li', '', { className: issue.loses_data ? '' : 'sg-mild' });
    const more = issue.count > 1 ? ` (${count.format(issue.count)} places)` : '';
    item.append(make('b', issue.name), ` ${issue.path}${more}: ${issue.first[0]?.message ?? ''}`);
    return item;
  }));
}

// One refresh at a time; what asks meanwhile gets one more after it.
let isBusy = false;
let isWanted = false;
async function refresh() {
  isWanted = true;
  if (isBusy) return;
  isBusy = true;
  while (isWanted) {
    isWanted = false;
    try {
      const status = await askJson('status');
      showStatus(status);
      if (status.runs > 0) await guard('run-filter', showRuns);
      if (status.runs > 0) await guard('tag-filter', showTags);
      await showIssues(status.issues.revision);
    } catch (error) {
      showLive(false, 'No answer');
    }
    // A job that writes all the time must not keep the page busy all the time.
    await new Promise((done) => setTimeout(done, 250));
  }
  isBusy = false;
}

// A wrong expression is told at its box, and leaves the list as it was.
async function guard(id, show) {
  try {
    await show();
    el(id).removeAttribute('aria-invalid');
  } catch (error) {
    if (el(id).value === '') throw error;
    el(id).setAttribute('aria-invalid', 'true');
    el(id.replace('filter', 'hint')).textContent = error.message;
  }
}

function showLive(isOn, text) {
  el('live').classList.toggle('sg-on', isOn);
  if (el('live').textContent !== text) el('live').textContent = text;
}

function listen() {
  const source = new EventSource('api/live');
  source.addEventListener('open', () => { showLive(true, 'Live'); refresh(); });
  for (const name of ['hello', 'change']) source.addEventListener(name, refresh);
  source.addEventListener('error', () => {
    showLive(false, 'Reconnecting');
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

for (const id of ['run-filter', 'tag-filter']) el(id).addEventListener('input', refresh);
el('more-runs').addEventListener('click', () => { state.runsShown += RUNS_AT_ONCE * 5; refresh(); });
el('more-tags').addEventListener('click', () => { state.tagsShown += TAGS_AT_ONCE * 2; refresh(); });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
setInterval(() => state.waiting && refresh(), 1000);  // a directory that appears empty is no change of data
fetch('data/environment').then((answer) => answer.json()).then((facts) => { document.title = facts.window_title || 'Sightglass'; })
  .catch(() => {});
refresh();
listen();
