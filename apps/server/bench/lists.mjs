// `npm run bench -- lists`: what lists of 100,000 runs cost, for each pair of filters. Writes docs/benchmarks-lists.md.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const here = import.meta.dirname
const root = join(here, '../../..')
const RUNS = 100_000
const ROUNDS = 5
const START = Date.parse('2026-01-01T10:00:00.000Z')
const MINUTE = 60_000
const iso = (ms) => new Date(START + ms).toISOString()

const bundled = await mkdtemp(join(root, 'node_modules', '.lists-bench-'))
const build = await rolldown({
  input: join(here, 'lists-subject.ts'),
  platform: 'node',
  external: ['libsql'],
  resolve: { mainFields: ['module', 'main'], conditionNames: ['ensemble-source', 'import', 'node', 'default'] },
  logLevel: 'silent',
})
await build.write({ dir: bundled, format: 'esm', entryFileNames: 'index.mjs' })
await build.close()
const { openDatabase, prepareStatements, NO_USAGE } = await import(join(bundled, 'index.mjs'))

const ERRORS = ['limit.depth', 'model.cut', 'model.refused', 'limit.turns', 'engine.activity', 'limit.wallMs']
const ELEMENTS = ['water', 'fire', 'earth', 'wind']

/** 6 % failed, 2 % cancelled, every hundredth labelled, every two-hundredth starred. */
const runOf = (n) => {
  const share = (n * 2_654_435_761) % 1000
  const status = share < 60 ? 'failed' : share < 80 ? 'cancelled' : 'completed'
  return {
    id: `r${n}`,
    idea: `idea://i${(n * 31) % 20}`,
    status,
    input: { brief: `brief ${n} about ${ELEMENTS[n % 4]} and ${(n * 17) % 1000}`, text: 'x '.repeat(200) },
    output: { answer: `answer ${n}` },
    waitingFor: [],
    model: `m${(n * 13) % 4}`,
    profile: 'offline',
    usage: {
      ...NO_USAGE,
      requests: n % 9,
      calls: n % 7,
      inputTokens: (n * 97) % 50_000,
      cost: ((n * 89) % 10_000) / 10_000,
    },
    startedAt: iso(n * MINUTE),
    endedAt: iso(n * MINUTE + 500 + ((n * 7919) % 60_000)),
    head: { seq: 10, hash: 'h' },
    ...(status === 'failed' && { error: { code: ERRORS[n % 6], message: 'It failed.', retryable: false } }),
  }
}

/** Filters that leave many runs, few and none. */
const FILTERS = {
  idea: { idea: 'idea://i3' },
  status: { status: 'failed' },
  model: { model: 'm1' },
  from: { from: iso((RUNS / 2) * MINUTE) },
  to: { to: iso((RUNS / 100) * MINUTE) },
  error: { error: 'model.cut' },
  'no such error': { error: 'none.such' },
  minMs: { minMs: 60_000 },
  maxMs: { maxMs: 600 },
  minCost: { minCost: 0.999 },
  maxCost: { maxCost: 0.0005 },
  minTokens: { minTokens: 49_950 },
  maxTokens: { maxTokens: 20 },
  'a common word': { q: 'water' },
  'a rare word': { q: '99999' },
  label: { label: 'l1' },
  starred: { starred: true },
  'no trials': { trials: false },
}

const processor = (work) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const leastOf = (work) => Math.min(...Array.from({ length: ROUNDS }, () => processor(work)))
const fixed = (ms) => ms.toFixed(1)

const folder = await mkdtemp(join(tmpdir(), 'ensemble-lists-bench-'))
const db = openDatabase(join(folder, 'ensemble.db'))
try {
  const statements = prepareStatements(db)
  const annotate = db.prepare('update runs set annotation = ? where id = ?')
  db.exec('begin')
  for (let n = 0; n < RUNS; n++) {
    const run = runOf(n)
    statements.putRun(run.id, run, 'null', null)
    if (n % 100 === 0) annotate.run(JSON.stringify({ star: n % 200 === 0, labels: [`l${n % 3}`], note: '' }), run.id)
  }
  db.exec('commit')
  const { lists } = statements

  const names = Object.keys(FILTERS)
  const pairsSorted = (sort) =>
    names
      .flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]))
      .map(([one, other]) => {
        const filter = { limit: 50, ...FILTERS[one], ...FILTERS[other], ...(sort && { sort }) }
        return { name: `${one} and ${other}`, ms: leastOf(() => lists.page(filter)) }
      })
      .toSorted((one, other) => one.ms - other.ms)
  const rowOf = (sort) => {
    const pairs = pairsSorted(sort)
    const at = (share) => pairs[Math.min(pairs.length - 1, Math.floor(pairs.length * share))]
    const verdict = at(0.95).ms <= 20 ? 'holds' : 'missed'
    const { name, ms } = at(1)
    return `| ${sort ?? 'newest first'} | ${pairs.length} | ${fixed(at(0.5).ms)} | ${fixed(at(0.95).ms)} | ${fixed(ms)} (${name}) | ${verdict} |`
  }

  const searchRow = (value, more) => {
    let longest = 0
    let found = 0
    const all = leastOf(() => {
      found = 0
      const steps = lists.searched({ path: 'input.brief', value, ...more })[Symbol.iterator]()
      for (let isOver = false; !isOver;) {
        const ms = processor(() => {
          const { done, value: some = [] } = steps.next()
          isOver = done === true
          found += some.length
        })
        longest = Math.max(longest, ms)
      }
    })
    const filter = { path: 'input.brief', value, ...more }
    const first = leastOf(() => {
      const [some = []] = lists.searched(filter)
      lists.page({ limit: 50, ...filter, among: some })
    })
    const also = Object.entries(more).map(([key, text]) => `, ${key} ${text}`)
    return `| \`${value}\`${also.join('')} | ${found.toLocaleString('en')} | ${fixed(first)} | ${fixed(all)} | ${fixed(longest)} |`
  }
  const searches = ['water', 'brief 99999', 'brief 9999', 'nothing here', '!'].flatMap((value) =>
    [{}, { status: 'failed' }].map((more) => searchRow(value, more)),
  )
  const outlived = leastOf(() => statements.outlived(iso((RUNS / 100) * MINUTE), RUNS * 0.9, 250))

  const [cpu] = cpus()
  const lines = [
    '# Benchmarks of lists with filters',
    '',
    'Written by `npm run bench -- lists`.',
    '',
    `${new Date().toISOString().slice(0, 10)} · ${process.platform}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    '',
    `All times are milliseconds of processor time over ${RUNS.toLocaleString('en')} runs, the least of ${ROUNDS} rounds.`,
    '',
    '## Two filters',
    '',
    '| order | pairs | median | p95 | most | p95 ≤ 20 ms |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...[undefined, 'cost', 'error', 'started'].map(rowOf),
    '',
    '## A text in the input',
    '',
    '| `input.brief` contains | runs | first page, newest first | all that match | longest piece |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...searches,
    '',
    '## Retention',
    '',
    `The next 250 runs of each kind that a retention deletes, of 11,000 to delete: ${fixed(outlived)} ms.`,
    '',
    '## How',
    '',
    '- **Two filters.** Each pair of filters by Idea, status, model, time, error, duration, cost, tokens, words, labels, stars and trials, with',
    '  values that leave many runs, few or none. A page of 50, read by the statement that `GET /api/runs` uses. They read one narrow index; filters by',
    '  label and star read the index of runs with notes.',
    '- **A text in the input.** The index of words and the other filters choose the runs whose inputs are read, 250 in one piece; other requests',
    '  continue between the pieces. A list sorted newest first stops once its page is full; with another order all that match are read. A text',
    '  without letters or digits, such as `!`, has no words to look up, so every input is read.',
    '',
  ]
  await writeFile(join(root, 'docs/benchmarks-lists.md'), lines.join('\n'))
  console.log(lines.join('\n'))
} finally {
  db.close()
  await rm(folder, { recursive: true, force: true })
  await rm(bundled, { recursive: true, force: true })
}
