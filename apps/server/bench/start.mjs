// `npm run bench -- start`: how long a start takes with 100,000 runs, next to one with none. Writes docs/benchmarks-start.md.
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { loadSubject } from './load-subject.mjs'
import { startServer } from './started-server.mjs'

const root = join(import.meta.dirname, '../../..')
const RUNS = 100_000
const EVENTS = 8
const ROUNDS = 9
/** Answers that are timed after each start, while the file may be checked in another process. */
const ASKED_FOR_MS = 1500
const START = Date.parse('2026-01-01T10:00:00.000Z')

const { openDatabase, noteLastCommit, createSqliteJournal, prepareStatements, NO_USAGE } =
  await loadSubject('start-subject.ts')

const MANIFEST = { version: 1, name: 'bench', entry: 'greeter' }
const IDEA = {
  context: [
    { type: 'text', text: 'Greet the person.' },
    { type: 'input', schema: { type: 'object', properties: { name: { type: 'string' } } }, input: { name: 'Ada' } },
  ],
  schema: { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] },
}

const lineOf = (run, seq) =>
  JSON.stringify({ run, seq, type: 'call.logged', text: `Line ${seq} of ${run}, `.repeat(12), hash: 'h'.repeat(64) })

const runOf = (n) => {
  const at = new Date(START + n * 60_000).toISOString()
  return {
    id: `r${n}`,
    idea: 'idea://greeter',
    status: 'completed',
    input: { brief: `brief ${n}`, text: 'x '.repeat(200) },
    output: { greeting: `Hello, ${n}` },
    waitingFor: [],
    model: 'bench',
    profile: '',
    usage: NO_USAGE,
    startedAt: at,
    endedAt: at,
    head: { seq: EVENTS, hash: 'h' },
  }
}

/** A workspace with so many runs, whose database was closed in order. */
const workspaceOf = async (folder, runs) => {
  await mkdir(join(folder, 'ideas'), { recursive: true })
  await mkdir(join(folder, '.ensemble'))
  await writeFile(join(folder, 'ensemble.json'), JSON.stringify(MANIFEST))
  await writeFile(join(folder, 'ideas/greeter.json'), JSON.stringify(IDEA))
  const path = join(folder, '.ensemble/ensemble.db')
  const db = openDatabase(path)
  const statements = prepareStatements(db)
  db.exec('begin')
  for (let n = 0; n < runs; n++) {
    const run = runOf(n)
    statements.putRun(run.id, run, 'null', null)
    for (let seq = 1; seq <= EVENTS; seq++) statements.putEvent(run.id, seq, `#line:${seq}`, lineOf(run.id, seq))
  }
  db.exec('commit')
  createSqliteJournal(db, { note: noteLastCommit(db, path) }).close()
  return folder
}

const launch = (workspace, data) => startServer(workspace, { XDG_DATA_HOME: data, ENSEMBLE_SIMULATED_PACE: '0' })

/** The longest answer to `GET /api/health` in the time after a start. */
const longestAnswer = async (url) => {
  const until = performance.now() + ASKED_FOR_MS
  let longest = 0
  while (performance.now() < until) {
    const askedAt = performance.now()
    await (await fetch(`${url}/api/health`)).text()
    longest = Math.max(longest, performance.now() - askedAt)
  }
  return longest
}

/** Records one run and ends the server as a power cut does, so that its log stays behind. */
const endAtOnce = async ({ url, end }) => {
  const answer = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idea: 'greeter', input: { name: 'Ada' } }),
  })
  const { id } = await answer.json()
  for (let status = ''; status !== 'completed';) ({ status } = await (await fetch(`${url}/api/runs/${id}`)).json())
  await end('SIGKILL')
}

const folder = await mkdtemp(join(tmpdir(), 'ensemble-start-bench-'))
try {
  const data = join(folder, 'data')
  const empty = await workspaceOf(join(folder, 'empty'), 0)
  const full = await workspaceOf(join(folder, 'full'), RUNS)
  const killed = join(folder, 'killed')
  await cp(full, killed, { recursive: true })
  const { size } = await stat(join(full, '.ensemble/ensemble.db'))
  const kinds = { empty, closed: full, killed }
  // Each is opened once before: the copy is another file than the one that was closed.
  for (const [kind, workspace] of Object.entries(kinds)) {
    const server = await launch(workspace, data)
    await (kind === 'killed' ? endAtOnce(server) : server.end('SIGTERM'))
  }
  const samples = { empty: [], closed: [], killed: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of Object.keys(kinds)) {
      const server = await launch(kinds[kind], data)
      samples[kind].push({ ms: server.ms, cpu: server.cpu, longest: await longestAnswer(server.url) })
      await (kind === 'killed' ? endAtOnce(server) : server.end('SIGTERM'))
    }

  const sorted = (kind, name) => samples[kind].map((sample) => sample[name]).toSorted((a, b) => a - b)
  const median = (kind, name) => sorted(kind, name)[Math.floor(ROUNDS / 2)]
  const spread = (kind, name) => {
    const times = sorted(kind, name)
    return `${median(kind, name).toFixed(0)} (${times[0].toFixed(0)} to ${times.at(-1).toFixed(0)})`
  }
  const row = (what, kind) => {
    const ratio = median(kind, 'cpu') / median('empty', 'cpu')
    const verdict = kind === 'empty' ? '' : `≤ 1.2x, ${ratio <= 1.2 ? 'holds' : 'missed'}`
    return `| ${what} | ${spread(kind, 'cpu')} | ${ratio.toFixed(2)}x | ${verdict} | ${spread(kind, 'ms')} | ${spread(kind, 'longest')} |`
  }
  const [cpu] = cpus()
  const page = `# Benchmarks of a start

Written by \`npm run bench -- start\`.

${new Date().toISOString().slice(0, 10)} · ${process.platform}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}

| workspace | processor time until it listens, ms | ratio | target | wall, ms | longest \`/api/health\` then, ms |
| --- | --- | ---: | --- | --- | --- |
${row('no runs', 'empty')}
${row(`${RUNS.toLocaleString('en')} runs, closed in order`, 'closed')}
${row(`${RUNS.toLocaleString('en')} runs, killed after a run`, 'killed')}

## How

- **Runs.** Each with ${EVENTS} events; the database has ${(size / 1e6).toFixed(0)} MB. ${ROUNDS} starts of each workspace, in turn; medians, and in brackets the least and the most.
- **Listening.** From starting the process to its line \`listening on\`. The target is held to processor time of all threads, which other programs
  on the machine change least.
- **Killed.** SIGKILL right after a run ended: the log of the database stays behind, and the next start checks the whole file in another
  process while it answers.
- **Longest answer.** Requests one after the other for ${ASKED_FOR_MS / 1000} s from that line on: the warm-up of the server and, in the last row, the check.
`
  await writeFile(join(root, 'docs/benchmarks-start.md'), page)
  console.log(page)
} finally {
  await rm(folder, { recursive: true, force: true })
}
