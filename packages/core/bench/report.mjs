// The table of docs/benchmarks-loop.md.
import { ROUNDS, WARM_MS } from './workloads.mjs'

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const round = (number) => (number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2))

/** The workloads of the page, in its order. */
export const TITLES = {
  sequential: 'Sequential, 20 tool turns',
  streaming: 'Streaming, 10 tool turns',
  parallel: '50 parallel calls',
  parallelStreamed: '50 parallel calls, all subjects streaming',
  tools200: '200 tools of 20 properties, 5 turns',
  nested: 'Nested, depth 3 × fan-out 3',
  concurrent: '1,000 concurrent runs of 5 turns, 50 ms latency',
  firstCall: 'First call while the answer streams',
}

/** The rivals for each number: `[measure, rival, most]` per workload. */
const TARGETS = {
  sequential: [
    ['cpu', 'ai', 0.4],
    ['cpu', 'raw-fetch', 0.85],
  ],
  streaming: [
    ['cpu', 'ai', 0.3],
    ['cpu', 'raw-fetch', 1.2],
  ],
  parallel: [
    ['cpu', 'ai', 0.35],
    ['cpu', 'raw-fetch', 1.2],
  ],
  parallelStreamed: [
    ['cpu', 'ai', 0.35],
    ['cpu', 'raw-fetch', 1.2],
  ],
  tools200: [
    ['cpu', 'ai', 0.5],
    ['cpu', 'raw-fetch', 0.8],
  ],
  nested: [
    ['cpu', 'ai', 0.6],
    ['cpu', 'raw-fetch', 1.1],
  ],
  concurrent: [
    ['cpu', 'ai', 0.5],
    ['peakMb', 'ai', 0.6],
    ['cpu', 'raw-fetch', 0.9],
    ['wall', 'raw-fetch', 0.9],
    ['peakMb', 'raw-fetch', 1],
  ],
  firstCall: [],
}
const MEASURES = { cpu: 'CPU', wall: 'wall', peakMb: 'memory', importMs: 'import' }

/** Ensemble with whole answers. */
export const WHOLE = 'ensemble-whole'

const of = (samples, measure) => median(samples.map((each) => each[measure]))

const rowsOf = (subjects) =>
  Object.entries(subjects).map(([subject, samples]) => {
    const cells = [
      round(of(samples, 'cpu')),
      round(of(samples, 'wall')),
      round(of(samples, 'coldMs')),
      round(of(samples, 'importMs')),
      round(of(samples, 'peakMb')),
    ]
    const first = of(samples, 'firstCall')
    return `| ${subject} | ${cells.join(' | ')} | ${first === 0 ? '' : round(first)} |`
  })

const verdictsOf = (workload, subjects) =>
  TARGETS[workload].map(([measure, rival, most]) => {
    const told = (subject) => {
      const ratio = of(subjects[subject], measure) / of(subjects[rival], measure)
      return `**${ratio.toFixed(2)}x** (${ratio <= most ? 'holds' : 'missed'})`
    }
    const whole = subjects[WHOLE] ? `, with whole answers ${told(WHOLE)}` : ''
    return `- ${MEASURES[measure]} against ${rival}, target ≤ ${most}x: ${told('ensemble')}${whole}`
  })

const roundsOf = (workload) => {
  const [before, measured] = ROUNDS[workload].map((count) => count.toLocaleString('en'))
  const together = workload === 'concurrent' ? ', a hundred at once' : ''
  return `In each process ${measured} runs are measured, after the first and up to ${before} more${together}.`
}

const sectionOf = (workload, subjects) =>
  [
    `## ${TITLES[workload]}`,
    '',
    roundsOf(workload),
    '',
    '| subject | CPU ms per run | wall ms in all | CPU ms of the first run | CPU ms of import | peak MB | ms to first call |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rowsOf(subjects),
    '',
    ...verdictsOf(workload, subjects),
    '',
  ].join('\n')

/** Markdown: with `about`, the whole page; without, the sections alone. */
export function report(results, about) {
  const sections = Object.entries(results)
    .map(([workload, subjects]) => sectionOf(workload, subjects))
    .join('\n')
  if (about === undefined) return sections
  const versions = Object.entries(about.dependencies)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
  return `# Benchmarks of the loop

Written by \`npm run bench -- loop\`.

${new Date().toISOString().slice(0, 10)} · ${about.machine} · medians of ${about.repeats} repetitions

Every measurement runs in its own process, the subjects take turns, and all use the same fake endpoint, which runs in another
process and derives each answer from the request alone. CPU is the whole process's, user and system, once the cost of a run no
longer falls: the engine compiles for some 10,000 turns, and these runs are not counted. If a subject needs more than ${WARM_MS / 1000} s
for them, counting starts then. (Until 2026-11-21 250 runs were not counted, and until 2026-11-22 720 turns with 200 Tools and
1,600 with 50 parallel Calls: for every subject, part of the compiling was counted.)

\`ensemble\` checks every Call against its schema, stores the Journal in memory and folds it. It streams, as it does in the
product; if the others don't stream, it gets each Call in one piece of an event stream, and they get one JSON document.
\`ensemble-whole\` is the same Loop with a Model that requests whole answers (\`streams: false\`), as the others do. \`raw-fetch\`
is a loop of fetch and JSON that checks nothing; \`raw-http\` is the same over \`node:http\` with reused connections, as Ensemble's
server uses for its models. The libraries are used as their documentation shows, with zod schemas: ${versions}. Newer versions of
some need a newer Node.

${sections}`
}
