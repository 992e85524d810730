// `npm run bench -- engine`: the Journal's engine compared with bare libsql in the same run. Writes docs/benchmarks-engine.md.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { loadSubject } from './load-subject.mjs'

const here = import.meta.dirname
const root = join(here, '../../..')
const REPEATS = 7
const SINGLES = 100
const BATCH = 1000
const MANY = 100_000

const folder = await mkdtemp(join(tmpdir(), 'ensemble-engine-bench-'))

const { openDatabase, openOrSalvage, createSqliteJournal, appendEvent, createTraceLog, cursorAt } =
  await loadSubject('engine-subject.ts')

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const p95 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]
const timed = async (work) => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const at = '2026-11-21T00:00:00.000Z'
/** An event as a Call's log writes it: about 300 bytes as a line. */
const logged = (n) => ({
  type: 'call.logged',
  key: `request/0/call/0#call.logged:${n}`,
  at,
  span: 'request/0/call/0',
  parent: 'request/0',
  data: { call: 'call_0', level: 'info', text: `line ${n} of what an Activity says while it works` },
})
const created = (id) => ({
  id,
  idea: 'idea://bench',
  request: { id },
  created: {
    type: 'run.created',
    key: '#run.created',
    at,
    span: '',
    parent: null,
    data: {
      engine: 'bench',
      idea: 'idea://bench',
      input: null,
      model: 'bench',
      profile: '',
      config: {},
      base: {},
      limits: {},
      seed: '',
      pins: {},
      bindings: {},
    },
  },
})
let counter = 0
const next = () => logged(++counter)

const bare = new Database(join(folder, 'bare.db'))
bare.pragma('journal_mode = WAL')
bare.pragma('synchronous = FULL')
bare.exec('create table events (run text, seq integer, key text, line text, primary key (run, seq)) without rowid')
const insert = bare.prepare('insert into events (run, seq, key, line) values (?, ?, ?, ?)')
const bareInsert = () => {
  const event = next()
  insert.run('bare', counter, event.key, JSON.stringify(event))
}
const bareBatch = () => {
  bare.exec('begin immediate')
  for (let index = 0; index < BATCH; index++) bareInsert()
  bare.exec('commit')
}

const path = join(folder, 'ensemble.db')
let journal = createSqliteJournal(openDatabase(path))
await journal.create(created('one'))
const lease = await journal.lease('one')

const samples = { bareSingle: [], single: [], bareBatch: [], batch: [] }
for (let repeat = 0; repeat < REPEATS; repeat++) {
  samples.bareSingle.push(
    await timed(async () => {
      for (let index = 0; index < SINGLES; index++) bareInsert()
    }),
  )
  samples.single.push(
    await timed(async () => {
      for (let index = 0; index < SINGLES; index++) await journal.append(lease, [next()])
    }),
  )
  samples.bareBatch.push(await timed(async () => bareBatch()))
  samples.batch.push(await timed(() => journal.append(lease, Array.from({ length: BATCH }, next))))
}

await journal.create(created('many'))
const many = await journal.lease('many')
for (let from = 1; from < MANY; from += BATCH) await journal.append(many, Array.from({ length: BATCH }, next))
journal.close()

const openMs = await timed(async () => {
  journal = createSqliteJournal(openOrSalvage(path).db)
  journal.unfinished()
})
const pageMs = await timed(() => journal.read('many', { limit: 500 }))
let events = []
const allMs = await timed(async () => (events = await journal.read('many')))
const log = createTraceLog()
for (const event of events) appendEvent(log, event)
const stateAt = (seq) => {
  const cursor = cursorAt(log, seq)
  cursor.state('')
  return [...cursor.spans()].length
}
stateAt(1)
const states = []
for (let index = 0; index < 300; index++) {
  const seq = 1 + ((index * 7919) % events.length)
  states.push(await timed(async () => stateAt(seq)))
}
journal.close()
bare.close()
await rm(folder, { recursive: true, force: true })

const single = median(samples.single) / median(samples.bareSingle)
const batch = median(samples.bareBatch) / median(samples.batch)
const row = (what, measured, target, holds) => `| ${what} | ${measured} | ${target} | ${holds ? 'holds' : 'missed'} |`
const ms = (value) => `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ms`
const page = `# Benchmarks of the engine

Written by \`npm run bench -- engine\`.

${new Date().toISOString().slice(0, 10)} · ${process.platform}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}

| what | measured | target | |
| --- | --- | --- | --- |
${row('One durable append', `${ms(median(samples.single) / SINGLES)}, ${single.toFixed(2)}x of ${ms(median(samples.bareSingle) / SINGLES)}`, '≤ 1.3x the bare statement', single <= 1.3)}
${row('A batch of 1,000', `${ms(median(samples.batch))}, ${batch.toFixed(2)}x the speed of ${ms(median(samples.bareBatch))}`, '≥ 0.4x of bare batches', batch >= 0.4)}
${row('First page of 100,000 events', ms(pageMs), '≤ 300 ms', pageMs <= 300)}
${row('All 100,000 events, chain verified', ms(allMs), '', true)}
${row('State at any of 100,000 events, p95', ms(p95(states)), '≤ 16 ms', p95(states) <= 16)}
${row('Opening the database, checked', ms(openMs), '≤ 1 s', openMs <= 1000)}

## How

- **One durable append.** ${SINGLES} appends of one event, each awaited, compared with ${SINGLES} insertions of the same texts by a bare prepared statement; both in WAL with \`synchronous = FULL\`, in turn, medians of ${REPEATS} rounds. An append is two writes in one transaction: the line and the run's summary.
- **A batch of 1,000.** One append of 1,000 events, with their chain, compared with 1,000 bare insertions in one transaction.
- **First page.** The first 500 events, with their chain verified, right after opening the file.
- **State at any event.** The trace's spans and the outermost Loop's state after a random event, 300 of them, once the events are in memory.
- **Opening.** Opens the file, runs SQLite's quick check over all of it and lists the unfinished runs.
`
await writeFile(join(root, 'docs/benchmarks-engine.md'), page)
console.log(page)
