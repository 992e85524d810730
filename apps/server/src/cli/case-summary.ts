import type { Problem } from '@ensemble/core'
import type { CaseChange } from '@ensemble/core/trace'
import type { CaseReport } from '../engine/cases.ts'
import { many } from './plural.ts'

/** A case as the summary needs it. */
export interface SummarisedCase extends Pick<CaseReport, 'name' | 'status' | 'change'> {
  readonly reasons: readonly string[]
}

const MARKS: { readonly [S in CaseReport['status']]: string } = {
  passed: '✅ passed',
  changed: '⚠️ changed',
  failed: '❌ failed',
  broken: '❌ broken',
}

/** The most characters of a value on each side, so that comments stay under the limits of code hosts. */
const MOST = 2000

/** Text that Markdown and HTML show as it is; a table's row is one line. */
const inTable = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>()#+!|~@&]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll(/\s*\n\s*/g, '<br>')

const linesOf = (value: CaseChange['expected']): readonly string[] => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')
  return (text.length > MOST ? `${text.slice(0, MOST)} …` : text).split('\n')
}

/** What was recorded, and what the files make of it now; indented, so that no text can end the block. */
const difference = ({ name, change }: SummarisedCase): string => {
  if (change === null || change.what === 'end') return ''
  const { expected, actual, path } = change
  const lines = [...linesOf(expected).map((line) => `- ${line}`), ...linesOf(actual).map((line) => `+ ${line}`)]
  const block = lines.map((line) => `    ${line}`).join('\n')
  return `\n<details><summary>${inTable(`${name}: ${path}`)}</summary>\n\n${block}\n\n</details>\n`
}

const rowOf = ({ name, status, reasons }: SummarisedCase): string =>
  `| ${inTable(name)} | ${MARKS[status]} | ${reasons.map((reason) => inTable(reason.trim())).join('<br>')} |\n`

/** What the current files do to the cases, in Markdown, for a comment or the summary of a job. */
export const toSummary = (cases: readonly SummarisedCase[], strays: readonly Problem[]): string => {
  const passed = cases.filter(({ status }) => status === 'passed').length
  const others = cases.filter(({ status }) => status !== 'passed')
  const head = `### Ensemble: ${many(cases.length, 'case')}, ${passed} passed\n`
  if (cases.length === 0 && strays.length === 0) return `${head}\nThis workspace has no cases.\n`
  const rows = [...others.map(rowOf), ...strays.map(strayRow)].join('')
  const table = rows === '' ? '' : `\n| case | now | why |\n| --- | --- | --- |\n${rows}`
  const same = rows === '' ? '\nThe model would see what it saw when the cases were recorded.\n' : ''
  return `${head}${same}${table}${others.map(difference).join('')}`
}

const strayRow = ({ file = '', message }: Problem): string =>
  `| ${inTable(file)} | ❌ not checked | ${inTable(message)} |\n`
