import { messageNumber, type CaseChange, type Expectation } from '@ensemble/core/trace'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { preview } from '../../platform/ui/json-preview.ts'
import { say } from './say.ts'

/** One expectation as a sentence. */
export function expectationText(expectation: Expectation): string {
  const { type, path } = expectation
  const place = path === '' ? say('theOutcome') : path === '/output' ? say('theOutput') : path
  switch (type) {
    case 'identical':
      return path === '' ? say('expectation.identicalAll') : say('expectation.identical', { place })
    case 'equals':
      return say('expectation.equals', { place, value: preview(expectation.value) })
    case 'schema':
      return say('expectation.schema', { place })
    case 'calls': {
      const who = path === '' ? say('theRunItself') : path
      return expectation.max === 0
        ? say('expectation.callsNever', { who, tool: expectation.tool })
        : say('expectation.calls', { who, tool: expectation.tool, times: timesText(expectation) })
    }
    case 'compare': {
      const { operator } = expectation
      const value = preview(expectation.value)
      return operator === 'contains'
        ? say('expectation.contains', { place, value })
        : say('expectation.compare', { place, operator, value })
    }
    case 'similar': {
      const { least, value } = expectation
      return value === undefined
        ? say('expectation.similarAsRecorded', { place, least })
        : say('expectation.similar', { place, least, value: preview(value) })
    }
    case 'code':
      return say('expectation.code', { place, activity: expectation.activity, least: expectation.least ?? 1 })
    case 'judge':
      return say('expectation.judge', { place, idea: ideaTitle(expectation.idea), least: expectation.least ?? 1 })
  }
}

const timesText = ({ min = 0, max }: { readonly min?: number; readonly max?: number }): string => {
  if (max === undefined) return min === 0 ? say('times.any') : say('times.atLeast', { count: min })
  if (min === max) return say('times.exactly', { count: max })
  return min === 0 ? say('times.atMost', { count: max }) : say('times.between', { min, max })
}

/** Which message of a changed prompt a place is in; undefined if it is in none. */
const messageAt = ({ what, role }: CaseChange, path: string): string | undefined => {
  const number = what === 'prompt' ? messageNumber(path) : undefined
  return number === undefined ? undefined : `${say('message', { number })}${role === undefined ? '' : `, ${role}`}`
}

/** A changed place in words: the message it is in, its pointer where it is in none. */
export const changedPlace = (change: CaseChange, path: string): string => messageAt(change, path) ?? path

/** The first turn that changes, as a sentence. */
export const changeText = (change: CaseChange): string => {
  const { turn, idea, what, path } = change
  const place = messageAt(change, path)
  const text = `${say(`what.${what}`)}${place === undefined ? '' : ` (${place})`}`
  return turn === 0 ? say('theRun', { what: text }) : say('turn', { turn, idea: ideaTitle(idea), what: text })
}
