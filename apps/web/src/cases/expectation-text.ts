import { messageNumber, type CaseChange, type Expectation } from '@ensemble/core/trace'
import { ideaTitle } from '../trace/idea-title.ts'
import { preview } from '../trace/json-preview.ts'
import { say } from './say.ts'

/** One expectation as a sentence. */
export function expectationText(expectation: Expectation): string {
  const { type, path } = expectation
  const place = path === '' ? say('theOutcome') : path
  switch (type) {
    case 'identical':
      return path === '' ? say('expectation.identicalAll') : say('expectation.identical', { place })
    case 'equals':
      return say('expectation.equals', { place, value: preview(expectation.value) })
    case 'schema':
      return say('expectation.schema', { place })
    case 'calls': {
      const who = path === '' ? say('theRunItself') : path
      return say('expectation.calls', { who, tool: expectation.tool, times: timesText(expectation) })
    }
  }
}

const timesText = ({ min = 0, max }: { readonly min?: number; readonly max?: number }): string => {
  if (max === undefined) return min === 0 ? say('times.any') : say('times.atLeast', { count: min })
  if (min === max) return say('times.exactly', { count: max })
  return min === 0 ? say('times.atMost', { count: max }) : say('times.between', { min, max })
}

/** The first turn that changes, as a sentence. */
export const changeText = ({ turn, idea, what, path, role }: CaseChange): string => {
  const number = what === 'prompt' ? messageNumber(path) : undefined
  const place = number === undefined ? '' : ` (${say('message', { number })}${role === undefined ? '' : `, ${role}`})`
  const text = `${say(`what.${what}`)}${place}`
  return turn === 0 ? say('theRun', { what: text }) : say('turn', { turn, idea: ideaTitle(idea), what: text })
}
