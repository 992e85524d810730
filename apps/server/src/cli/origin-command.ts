import { ideaName, isExact, placeText } from '@ensemble/core/trace'
import type { ShownOrigins, ShownStep, ShownUntrusted } from '../engine/run-origins.ts'
import type { Flags } from '../settings/settings.ts'
import { findRunId } from './find-run.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'
import { type Style, openTerminal } from './terminal.ts'
import { withClient } from './with-client.ts'

export interface OriginArguments extends Pick<Flags, 'workspace'> {
  readonly run: string
  readonly value?: string
  /** Critical Calls and the untrusted values behind them, in place of one value's origin. */
  readonly untrusted?: boolean
  readonly json?: boolean
}

const HOW = {
  reference: 'read by',
  passed: 'passed on',
  computed: 'used to compute it',
  same: 'same value',
  contains: 'text in common',
} as const

const SHOWN_CHARACTERS = 60

const makerOf = ({ maker }: ShownStep): string => {
  switch (maker?.type) {
    case 'model':
      return `the model, ${maker.request}`
    case 'activity':
      return `Activity ${maker.activity}`
    case 'person':
      return 'given from outside'
    case 'idea':
      return 'the Idea itself'
    default:
      return ''
  }
}

const line = (step: ShownStep, depth: number, style: Style): string => {
  const { place, how, reference, idea, tool, value = '' } = step
  const by =
    how === undefined
      ? ''
      : `${isExact(how) ? '=' : '~'} ${HOW[how]}${reference === undefined ? '' : ` ${reference}`}  `
  const whose = [ideaName(idea), tool].filter((name) => name !== undefined).join(' › ')
  const facts = [whose, makerOf(step)].filter((text) => text !== '').join(', ')
  const shown = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value
  return `${'  '.repeat(depth)}${printableLine(by)}${style.bold(printableLine(placeText(place)))}  ${printableLine(facts)}  ${style.dim(printableLine(shown))}`
}

/** Each step below the one that it is tied to; set in only where a way divides. */
const inTree = (
  steps: readonly ShownStep[],
  parent: number | null = null,
  depth = 0,
): readonly (readonly [ShownStep, number])[] => {
  const below = steps.flatMap((step, at) => (step.of === parent ? [[step, at] as const] : []))
  const inner = below.length > 1 || parent === 0 ? depth + 1 : depth
  return below.flatMap(([step, at]) => [[step, inner] as const, ...inTree(steps, at, inner)])
}

const tellTrace = ({ steps, more }: ShownOrigins['from'], style: Style): void => {
  for (const [step, depth] of inTree(steps)) print(line(step, depth, style))
  if (more) print(`… more than ${steps.length} steps`)
}

const DESCENT = {
  recorded: 'descends from',
  compared: 'has a value equal to one in',
  shown: 'was written by a model that had been shown',
} as const

const tellUntrusted = ({ calls, activities, imports }: ShownUntrusted, style: Style): void => {
  if (activities.length + imports.length === 0)
    print(
      'Nothing is marked as untrusted. Add "untrusted": { "activities": ["NAME"], "imports": ["input"] } to ensemble.json.',
    )
  for (const { span, tool, idea, descent, from, value = '', wasAsked } of calls) {
    const name = `${ideaName(idea)} › ${tool}`
    const why =
      descent === null ? 'has no untrusted value behind it' : `${DESCENT[descent]} ${from ? placeText(from) : ''}`
    const asked = wasAsked ? ', a person was asked' : ''
    print(
      `${printableLine(`${name} (${span}) ${why}${asked}`)}  ${style.dim(printableLine(value.slice(0, SHOWN_CHARACTERS)))}`,
    )
  }
  if (calls.length === 0) print('No Call of this run asks a person or must not run twice.')
}

/** Prints the way of a recorded value, or the critical Calls with untrusted values behind them. Resolves to the exit code. */
export const originCommand = async ({
  run,
  value,
  untrusted = false,
  json = false,
  ...flags
}: OriginArguments): Promise<number> =>
  withClient(flags, async (client) => {
    const id = await findRunId(client, run)
    if (untrusted) {
      const shown = await client.call('GET', '/api/runs/{id}/untrusted', { path: { id } })
      if (json) print(JSON.stringify(shown, null, 2))
      else tellUntrusted(shown, openTerminal(process.stdout).style)
      return shown.calls.some(({ descent }) => descent !== null) ? 1 : 0
    }
    const found = await client.call('GET', '/api/runs/{id}/origins', { path: { id }, query: { of: value } })
    if (json) {
      print(JSON.stringify(found, null, 2))
      return 0
    }
    const { style } = openTerminal(process.stdout)
    print(style.bold('Came from'))
    tellTrace(found.from, style)
    if (found.reached.steps.length > 1) {
      print(`\n${style.bold('Reached')}`)
      tellTrace(found.reached, style)
    }
    print(style.dim('\n= recorded, ~ only equal values show it'))
    if (found.isCut) print(style.dim('The run holds many texts: later values were compared for equality only.'))
    return 0
  })
