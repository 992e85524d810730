import type { Problem } from '@ensemble/core'
import type { ToolRecord } from '../engine/check-recorded.ts'
import type { Client } from './client.ts'
import { many } from './plural.ts'

/** Mismatches between recorded Calls and the current Tools. */
export interface RecordVerdict {
  /** One for each Call that no longer fits, as far as the server lists them. */
  readonly problems: readonly Problem[]
  readonly judged: number
  /** How many were judged, how many were not, and why. */
  readonly sentence: string
}

export const NOTHING_JUDGED =
  'ensemble: No recorded Call was checked. Runs are stored in .ensemble/ on the machine that made them; `ensemble keep RUN` saves one in cases/, which you can commit.'

/** Judges the Calls of recorded runs and cases, of the Tools and Ideas that are wanted. */
export const readRecord = async (client: Client, isWanted: (file: string) => boolean): Promise<RecordVerdict> => {
  const { tools, runs, cases, damaged, more } = await client.call('GET', '/api/recorded')
  const wanted = tools.filter(({ idea, file }) => isWanted(file) || isWanted(`ideas/${idea}.json`))
  const sum = (name: 'valid' | 'refused' | 'unresolved' | 'gone'): number =>
    wanted.reduce((all, each) => all + each[name], 0)
  const refused = sum('refused')
  const judged = sum('valid') + refused
  const left = [
    ...said(sum('unresolved'), 'not checked: the values of their references were not recorded'),
    ...said(sum('gone'), 'not checked: their Tool is missing or has errors'),
  ]
  const where = `${more ? 'the newest ' : ''}${many(runs, 'run')} and ${many(cases, 'case')}`
  const unread = damaged === 0 ? '' : `; ${damaged} of them could not be read`
  return {
    problems: wanted.flatMap(toProblems),
    judged,
    sentence: `${many(judged, 'recorded Call')} of ${where} checked, ${refused} no longer valid${left.map((each) => `; ${each}`).join('')}${unread}`,
  }
}

const said = (count: number, what: string): readonly string[] => (count === 0 ? [] : [`${count} ${what}`])

const toProblems = ({ idea, tool, file, path, refused, examples }: ToolRecord): readonly Problem[] =>
  examples.map(({ run, case: name, seq, error }, index) => {
    const place = name === undefined ? `run ${run}, event ${seq}` : `case ${name}, event ${seq}`
    const unlisted = index === examples.length - 1 ? refused - examples.length : 0
    const more = unlisted === 0 ? '' : ` ${unlisted} more recorded Calls of this Tool no longer fit.`
    const message = `A recorded Call of "${tool}" by idea://${idea} no longer fits (${place}): ${error.message}${more}`
    return { code: error.code, severity: 'error', message, path, file }
  })
