// Measurements besides the workloads: importing, the very first Run, and the Journal's cost.
import { join } from 'node:path'

const here = import.meta.dirname
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Subjects that only this section has. */
export const START_SUBJECTS = ['core-alone', 'ai-alone', 'recorded', 'unrecorded', 'looked-at']

/**
 * Measures in turn, each in its own process. `node` runs a script and returns its printed JSON; `fileOf` gives a
 * subject's bundle.
 */
export async function measureStart({ node, fileOf, baseUrl, repeats }) {
  const samples = { core: [], ai: [], first: [], recorded: [], unrecorded: [], 'looked-at': [] }
  const run = (subject, workload) => node(join(here, 'measure.mjs'), fileOf(subject), workload, baseUrl)
  for (let repeat = 0; repeat < repeats; repeat++) {
    samples.core.push((await node(join(here, 'import.mjs'), fileOf('core-alone'))).importMs)
    samples.ai.push((await node(join(here, 'import.mjs'), fileOf('ai-alone'))).importMs)
    samples.first.push((await run('ensemble', 'tools200First')).firstMs)
    const kinds = ['recorded', 'unrecorded', 'looked-at']
    for (const kind of repeat % 2 === 0 ? kinds : kinds.toReversed())
      samples[kind].push((await run(kind, 'sequential')).cpu)
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]))
}

const verdict = (value, most) => (value <= most ? 'holds' : 'missed')

/** The section's Markdown. */
export function reportStart({ core, ai, first, recorded, unrecorded, 'looked-at': lookedAt }) {
  const imported = core / ai
  const tax = (one) => one / unrecorded - 1
  const percent = (share) => `${(share * 100).toFixed(1)} %`
  const ms = (value) => `${value.toFixed(1)} ms`
  return [
    '## Start and Journal',
    '',
    '| what | measured | target | |',
    '| --- | --- | --- | --- |',
    `| Importing the core | ${ms(core)} of CPU, ${imported.toFixed(2)}x of \`ai\`'s ${ms(ai)} | ≤ 0.5x | ${verdict(imported, 0.5)} |`,
    `| The first Run of a process, one turn with 200 tools and the answer | ${ms(first)} of CPU | ≤ 100 ms | ${verdict(first, 100)} |`,
    `| The Journal in memory, sequential | ${ms(recorded)} against ${ms(unrecorded)} with none, ${percent(tax(recorded))} | ≤ 8 % | ${verdict(tax(recorded), 0.08)} |`,
    `| The same, and its events read at the end | ${ms(lookedAt)}, ${percent(tax(lookedAt))} | | |`,
    '',
    'Without a Journal the same executor runs over one that forgets each event. The Journal in memory keeps them all, and writes,',
    'hashes and chains them when somebody looks; one on a disk does so at once.',
    '',
  ].join('\n')
}
