import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem, type as system } from 'node:os'
import { join } from 'node:path'

export interface Measurement {
  readonly what: string
  readonly measured: string
  readonly target: string
  readonly holds: boolean
  readonly how: string
}

/** The middle one; with an even count the lower of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN

export const milliseconds = (value: number): string => `${value.toFixed(0)} ms`
export const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`

export const machine = (): string =>
  `${system()}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${(loadavg()[1] ?? 0).toFixed(1)} over the last five minutes`

export interface ReportOptions {
  /** In docs. */
  readonly file: string
  readonly title: string
  readonly intro: string
}

const WHOLE: ReportOptions = {
  file: 'benchmarks.md',
  title: 'Benchmarks',
  intro:
    'Written by `npm run bench`, which measures the real product: the server in its own process, the page in a real browser. The schema editor has [its own page](benchmarks-schema-editor.md), and so have [durable Runs](benchmarks-durable.md), [lists with filters](benchmarks-lists.md), [starts](benchmarks-start.md) and [a server under load](benchmarks-load.md).',
}

/** The measurements as a table of Markdown, and how each was taken. */
export const table = (measurements: readonly Measurement[]): string => `| what | measured | target | |
| --- | --- | --- | --- |
${measurements.map(({ what, measured, target, holds }) => `| ${what} | ${measured} | ${target} | ${holds ? 'holds' : 'missed'} |`).join('\n')}

${measurements.map(({ what, how }) => `- **${what}.** ${how}`).join('\n')}`

const page = (
  measurements: readonly Measurement[],
  date: string,
  { title, intro }: ReportOptions,
): string => `# ${title}

${intro}

${date} · ${machine()}

| what | measured | target | |
| --- | --- | --- | --- |
${measurements.map(({ what, measured, target, holds }) => `| ${what} | ${measured} | ${target} | ${holds ? 'holds' : 'missed'} |`).join('\n')}

## How

${measurements.map(({ what, how }) => `- **${what}.** ${how}`).join('\n')}
`

/** Writes a page of docs. */
export const writeReport = (measurements: readonly Measurement[], options = WHOLE): Promise<void> =>
  writeFile(
    join(import.meta.dirname, '..', '..', 'docs', options.file),
    page(measurements, new Date().toISOString().slice(0, 10), options),
  )
