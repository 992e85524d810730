// The table of docs/benchmarks-loop.md.
import { FIRST, ROUNDS, WARM_MS } from './workloads.mjs'

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
    ['coldCpu', 'raw-fetch', 0.85],
    ['coldCpu', 'ai', 0.4],
    ['cpu', 'raw-fetch', 0.5],
    ['cpu', 'ai', 0.3],
    ['cpu', 'raw-http', 3],
  ],
  streaming: [
    ['coldCpu', 'ai', 0.3],
    ['cpu', 'ai', 0.3],
  ],
  parallel: [
    ['coldCpu', 'ai', 0.5],
    ['cpu', 'ai', 0.35],
  ],
  parallelStreamed: [
    ['coldCpu', 'ai', 0.5],
    ['cpu', 'ai', 0.35],
  ],
  tools200: [
    ['coldCpu', 'ai', 0.4],
    ['cpu', 'ai', 0.4],
  ],
  nested: [
    ['coldCpu', 'ai', 0.45],
    ['cpu', 'ai', 0.45],
  ],
  concurrent: [
    ['cpu', 'raw-fetch', 0.9],
    ['wall', 'raw-fetch', 0.9],
    ['peakMb', 'raw-fetch', 0.9],
  ],
  firstCall: [],
}
const MEASURES = { coldCpu: 'cold CPU', cpu: 'warm CPU', wall: 'wall', peakMb: 'memory' }

/** Ensemble with whole answers. */
export const WHOLE = 'ensemble-whole'

const of = (samples, measure) => median(samples.map((each) => each[measure]))

/** The median with the least and the most. */
const spreadOf = (samples, measure) => {
  const values = samples.map((each) => each[measure])
  return `${round(median(values))} (${round(Math.min(...values))}–${round(Math.max(...values))})`
}

const COLUMNS = {
  coldCpu: 'cold: CPU ms per run',
  cpu: 'warm: CPU ms per run',
  wall: 'warm: wall ms in all',
  firstMs: 'CPU ms of the first run',
  importMs: 'CPU ms of import',
  peakMb: 'peak MB',
  firstCall: 'ms to first call',
}

/** Columns that this workload measures. */
const columnsOf = (workload) =>
  Object.keys(COLUMNS).filter((each) =>
    each === 'firstCall' ? workload === 'firstCall' : each !== 'coldCpu' || ROUNDS[workload][0] > 0,
  )

const rowsOf = (workload, subjects) =>
  Object.entries(subjects).map(
    ([subject, samples]) =>
      `| ${subject} | ${columnsOf(workload)
        .map((measure) => spreadOf(samples, measure))
        .join(' | ')} |`,
  )

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
  const [cold, before, measured] = ROUNDS[workload].map((count) => count.toLocaleString('en'))
  const together = workload === 'concurrent' ? ', a hundred at once' : ''
  const coldly = cold === '0' ? '' : `${cold} cold runs are measured after the first ${FIRST}; then `
  return `In each process ${coldly}${measured} warm runs are measured, after up to ${before} more${together}.`
}

const sectionOf = (workload, subjects) =>
  [
    `## ${TITLES[workload]}`,
    '',
    roundsOf(workload),
    '',
    `| subject | ${columnsOf(workload)
      .map((measure) => COLUMNS[measure])
      .join(' | ')} |`,
    `| --- |${columnsOf(workload)
      .map(() => ' ---: |')
      .join('')}`,
    ...rowsOf(workload, subjects),
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

${new Date().toISOString().slice(0, 10)} · ${about.machine}, load ${about.load} over the last five minutes · medians of ${about.repeats} repetitions, with the least and the most

Every measurement runs in its own process, the subjects take turns, and all use the same fake endpoint, which runs in another process and derives
each answer from the request alone. CPU is the whole process's, user and system: other programs on the machine change it less than wall time.
**Cold** is a short program: the runs after the first ${FIRST}. **Warm** is a server: the engine compiles for some 10,000 turns, which are not counted;
if a subject needs more than ${WARM_MS / 1000} s for them, counting starts then. Each process counts the tools that its runs executed and fails if one is
missing or runs twice.

Every subject uses public entries alone and gets the same JSON Schemas. \`ensemble\` checks every Call against its schema, chains the Journal of each
run and builds its trace; it streams, as it does in the product. If the others don't stream, it gets each Call in one piece of an event stream, and
they get one JSON document. \`ensemble-whole\` is the same Loop with a Model that requests whole answers (\`streams: false\`), as the others do.
\`raw-fetch\` is a loop of fetch and JSON that checks nothing; \`raw-http\` is the same over \`node:http\` with reused connections; \`openai\` is the same
loop over OpenAI's client. \`openai-kept\` and \`ai-kept\` use the \`fetch\` of \`@ensemble/core/node\`, which keeps its connections, as \`ensemble\` does.
With a JSON Schema, \`ai\`, \`agents\` and \`langgraph\` may check less than with a schema of zod. Versions: ${versions}.

${sections}`
}
