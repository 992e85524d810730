// `npm run bench -- durable`: disk, commits and reading of durable Runs, next to plain storage in the same run. Writes docs/benchmarks-durable.md.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { loadSubject } from './load-subject.mjs'

const here = import.meta.dirname
const root = join(here, '../../..')
const ROUNDS = 7

const { openDatabase, createSqliteJournal, createExecutor, systemClock, createValidator } =
  await loadSubject('durable-subject.ts')

/** mulberry32: the same words in each run. */
const randomFrom = (seed) => () => {
  seed = (seed + 0x6d_2b_79_f5) >>> 0
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const letters = randomFrom(1)
const word = () =>
  Array.from({ length: 2 + Math.floor(letters() * 9) }, () =>
    String.fromCharCode(97 + Math.floor(letters() * letters() * 26)),
  ).join('')
const WORDS = Array.from({ length: 4000 }, word)
const textOf = (random, length) => {
  let text = ''
  while (text.length < length) text += `${WORDS[Math.floor(random() * random() * WORDS.length)]} `
  return text.slice(0, length)
}

const search = {
  type: 'object',
  description: 'Searches.',
  properties: { _activity: { const: 'search' }, query: { type: 'string' }, _output: { type: 'string' } },
  required: ['query'],
}
const idea = {
  config: {},
  context: [
    { type: 'text', role: 'system', text: 'Look things up, one at a time.' },
    { type: 'tool', tool: { search } },
  ],
  schema: { type: 'object', properties: { done: { type: 'number' } }, required: ['done'] },
}
const USAGE = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, reasoningTokens: 0, estimated: false }

/** One Call in each turn, whose result has so many characters. */
const executorOf = (journal, { turns, characters }) => {
  let asked = 0
  let plain = 0
  const random = randomFrom(7)
  const model = {
    name: 'scripted',
    simulated: false,
    endpoint: 'bench',
    capabilities: { structured: true, strict: false, tools: true },
    async *ask({ messages }) {
      plain += Buffer.byteLength(JSON.stringify(messages))
      const n = asked++
      const answer =
        n < turns
          ? { calls: [{ _tool: 'search', query: `question ${n}` }], output: null }
          : { calls: [], output: { done: n } }
      yield { type: 'text', text: JSON.stringify(answer) }
      yield { type: 'usage', usage: USAGE }
      yield { type: 'finish', reason: 'stop' }
    },
  }
  const executor = createExecutor({
    journal,
    models: () => model,
    ideas: { resolve: async (address) => ({ address, idea, tools: {}, hash: '0'.repeat(64) }) },
    activity: (name) => ({ name, hash: '0'.repeat(64), options: {}, run: async () => textOf(random, characters) }),
    profile: () => ({}),
    defaultProfile: '',
    validator: createValidator(),
    clock: systemClock,
    newId: () => '01a1fca3-0000-7000-8000-000000000001',
    artifacts: { put: async () => '', get: async () => undefined },
    engine: 'bench',
  })
  return { executor, plain: () => plain }
}

const cpuMs = async (work) => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** `gathers`: as the server does; without it each fact is its own commit. */
const measure = async (sizes, gathers) => {
  const folder = await mkdtemp(join(tmpdir(), 'ensemble-durable-bench-'))
  const path = join(folder, 'ensemble.db')
  const db = openDatabase(path)
  let commits = 0
  const execute = db.exec.bind(db)
  db.exec = (sql) => {
    if (sql === 'commit') commits += 1
    return execute(sql)
  }
  const journal = createSqliteJournal(db)
  const { executor, plain } = executorOf(gathers ? journal : { ...journal, gathers: undefined }, sizes)
  const limits = { turns: 5000, calls: 5000, requests: 5000, tokens: 1e12, wallMs: 1e9 }
  const began = performance.now()
  let run
  const cpu = await cpuMs(async () => {
    const { id } = await executor.start({ idea: 'idea://bench', config: { limits } })
    run = await executor.settled(id)
  })
  const wall = performance.now() - began
  if (run.status !== 'completed') throw new Error(`The Run ended as ${run.status}: ${run.error?.message}`)
  journal.close()
  const disk = statSync(path).size
  const again = createSqliteJournal(openDatabase(path))
  const lines = await cpuMs(() => again.read(run.id))
  let events = 0
  const whole = await cpuMs(async () => {
    for (let after = 0; after < run.head.seq; after += 100)
      events += (await again.read(run.id, { after, limit: 100, hydrate: true })).length
  })
  again.close()
  await rm(folder, { recursive: true, force: true })
  return { commits, cpu, wall, disk, plain: plain(), lines, whole, events }
}

const CASES = [
  { turns: 20, characters: 200, rounds: ROUNDS },
  { turns: 20, characters: 20_000, rounds: ROUNDS, most: 0.7 },
  { turns: 1000, characters: 2000, rounds: 1, most: 12 },
]
const spread = (samples, name) => {
  const sorted = samples.map((sample) => sample[name]).toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)], least: sorted[0], most: sorted.at(-1) }
}
const mb = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1)} MB`
const between = ({ median, least, most }) => `${median.toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)})`

const disks = []
const ratios = []
for (const { rounds, most, ...sizes } of CASES) {
  const samples = { together: [], alone: [] }
  for (let round = 0; round < rounds; round++)
    for (const kind of round % 2 === 0 ? ['alone', 'together'] : ['together', 'alone'])
      if (kind === 'together' || rounds === ROUNDS) samples[kind].push(await measure(sizes, kind === 'together'))
  const [first] = samples.together
  const target = most === undefined ? '' : `≤ ${most} MB, ${first.disk <= most * 1e6 ? 'holds' : 'missed'}`
  disks.push(
    `| ${sizes.turns} turns, results of ${sizes.characters} B | ${first.events} | ${mb(first.disk)} | ${mb(first.plain)} | ${target} | ${spread(samples.together, 'lines').median.toFixed(0)} ms | ${spread(samples.together, 'whole').median.toFixed(0)} ms |`,
  )
  if (samples.alone.length === 0) continue
  const [alone] = samples.alone
  const row = (what, name) => {
    const [now, before] = [spread(samples.together, name), spread(samples.alone, name)]
    return `| ${what} | ${between(now)} | ${between(before)} | ${(now.median / before.median).toFixed(2)}x |`
  }
  ratios.push(
    `| results of ${sizes.characters} B: commits | ${first.commits} | ${alone.commits} | ${(first.commits / alone.commits).toFixed(2)}x |`,
    row('wall, ms', 'wall'),
    row('CPU, ms', 'cpu'),
  )
}

const page = `# Benchmarks of durable Runs

Written by \`npm run bench -- durable\`.

${new Date().toISOString().slice(0, 10)} · ${process.platform}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}

## Disk and reading

| Run | events | database | its conversations, each stored whole | target | CPU to read its lines | CPU to read it with values |
| --- | --- | --- | --- | --- | --- | --- |
${disks.join('\n')}

## Commits of a Run of 20 turns

| | gathered | each fact by itself | ratio |
| --- | --- | --- | --- |
${ratios.join('\n')}

## How

- **Runs.** One Call in each turn, by the real executor, a scripted model that answers at once, and a database in the folder of temporary files with WAL and
  \`synchronous = FULL\`. Results are words at random, so that compression finds what it finds in text.
- **Database.** The file after it was closed. The fourth column adds up the JSON of each Request's messages, which is what was stored before.
- **Commits.** The same Run with a Journal that gathers facts and with one that commits each by itself, in turn, ${ROUNDS} rounds; medians, and in brackets the
  least and the most.
- **Reading.** After opening the file again, chain and values verified; values in pages of 100 events.
`
await writeFile(join(root, 'docs/benchmarks-durable.md'), page)
console.log(page)
