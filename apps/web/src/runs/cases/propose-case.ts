import type { Idea } from '@ensemble/core'
import { appendEvent, createTraceLog, cursorAt, ideaName, type Expectation, type TraceLog } from '@ensemble/core/trace'
import { readBody, readRun, readStored } from '../../platform/api/run-client.ts'
import { followRun } from '../../platform/api/run-events.ts'
import { runTitle } from '../open/run-title.ts'
import { say } from './say.ts'

export interface Preset {
  readonly id: 'identical' | 'schema' | 'calls' | 'equals'
  readonly hint?: string
  readonly expectations: readonly Expectation[]
}

/** The dialog's initial values; a case may have its name already. */
export interface ProposedCase {
  readonly name: string
  readonly title: string
  readonly expect: readonly Expectation[]
  readonly presets: readonly Preset[]
}

/** Proposes expectations that survive an edit of a prompt: the output's shape, else the called Tools. */
export async function proposeCase(run: string): Promise<ProposedCase> {
  const [summary, log] = await Promise.all([readRun(run), readLog(run)])
  const schema = await schemaOf(run, log)
  const output = summary.output === undefined ? undefined : await readStored(run, summary.output)
  const identical: Preset = {
    id: 'identical',
    hint: say('preset.identicalHint'),
    expectations: [{ type: 'identical', path: '' }],
  }
  const shape: readonly Preset[] = [
    ...(schema === undefined || output === undefined
      ? []
      : [{ id: 'schema', expectations: [{ type: 'schema', path: '/output', schema }] } as const]),
    ...presetOf('calls', callsOf(log)),
  ]
  const exact = presetOf('equals', output === undefined ? [] : [{ type: 'equals', path: '/output', value: output }])
  return {
    name: nameFrom(runTitle(summary), ideaName(summary.idea)),
    title: runTitle(summary),
    expect: (shape[0] ?? identical).expectations,
    presets: [identical, ...shape, ...exact],
  }
}

/** A title as the name of a file: `A sad ballad` is `a-sad-ballad`; one that begins with no letter, `2.1.0`, is `lead-2-1-0`. */
export const nameFrom = (title: string, idea: string): string => {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
  return (/^[a-z]/.test(words) ? words : `${idea}-${words}`).slice(0, 40).replace(/-+$/, '')
}

const presetOf = (id: Preset['id'], expectations: readonly Expectation[]): readonly Preset[] =>
  expectations.length === 0 ? [] : [{ id, expectations }]

/** The Tools that the outermost Loop called, at least once each. */
const callsOf = (log: TraceLog): readonly Expectation[] => {
  const tools = cursorAt(log)
    .spans()
    .filter(({ kind, id, tool }) => kind === 'call' && tool !== undefined && id.split('/').length === 4)
    .map(({ tool }) => tool ?? '')
  return [...new Set(tools)].map((tool) => ({ type: 'calls', path: '', tool, min: 1 }))
}

const schemaOf = async (run: string, log: TraceLog): Promise<Idea['schema']> => {
  const [created] = log.events
  const hash = created?.type === 'run.created' ? created.data.pins[created.data.idea] : undefined
  if (hash === undefined) return undefined
  // The pin is the Idea with its shared Tools.
  return ((await readBody(run, hash)) as unknown as { readonly idea: Idea }).idea.schema
}

const readLog = (run: string): Promise<TraceLog> =>
  new Promise((resolve, reject) => {
    let log = createTraceLog()
    const stop = followRun(run, 0, {
      onEvents: (events) => {
        for (const event of events) appendEvent(log, event)
      },
      onReset: () => {
        log = createTraceLog()
      },
      onStatus: (status, reason) => {
        if (status === 'failed') reject(new Error(reason ?? ''))
        if (status !== 'ended') return
        stop()
        resolve(log)
      },
    })
  })
