import { EnsembleError, isObject, type JournalEvent, type Json } from '@ensemble/core'
import type { ForkOptions } from '@ensemble/core/run'
import { expect } from 'vitest'
import { createTestWorkspace } from './test-workspace.ts'

type Edit = NonNullable<ForkOptions['edit']>

/** Numbers and choices keep their form. */
const OF_ONE_FORM: { readonly [value: string]: string } = {
  'T-1042': 'T-1043',
  'CR-102': 'CR-101',
  'INV-2041': 'INV-2040',
  '2.4.0': '2.3.0',
  lenient: 'strict',
}

/** Another value of the same kind, so that the step continues with it. */
const changed = (value: Json): Json => {
  if (typeof value === 'string') return OF_ONE_FORM[value] ?? `${value} again`
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'calls' ? each : changed(each)]),
  )
}

type Workspace = ReturnType<typeof createTestWorkspace>

/** Every kind of edit, at every place that takes it. */
const editsOf = (events: readonly JournalEvent[], { reworded, anActivity }: Workspace): readonly Edit[] =>
  events.flatMap((event): readonly Edit[] => {
    const { key, span, type, data } = event
    if (type === 'run.created')
      return [
        { type: 'input', input: changed(data.input as Json) },
        { type: 'model', model: 'another' },
        { type: 'idea', address: data.idea, content: reworded(data.idea) },
      ]
    if (type === 'module.entered') return [{ type: 'idea', address: data.address, content: reworded(data.address) }]
    if (type === 'call.started' && data.mode !== 'module') {
      const tool = events.flatMap((each) =>
        each.type === 'call.proposed' && each.span === span ? [each.data.tool] : [],
      )
      // Code where the model answered, and the other way round.
      const activity = data.activity === undefined ? anActivity : ''
      return tool.map((name) => ({ type: 'binding', tool: name, activity }))
    }
    if (type === 'request.completed') {
      const none = { type: 'answer', key, solution: { calls: [], output: data.output as Json } } as const
      return [none, { type: 'answer', key, raw: String(data.raw) }]
    }
    if (type === 'call.proposed')
      return [{ type: 'call', key, parameters: changed(data.parameters as Json) as { [name: string]: Json } }]
    return type === 'call.completed' ? [{ type: 'result', key, result: changed(data.result as Json) }] : []
  })

/** A Run of hundreds of Calls is edited here and there, in every way. */
const spread = (edits: readonly Edit[], most: number): readonly Edit[] =>
  [...new Set(edits.map(({ type }) => type))].flatMap((kind) => {
    const alike = edits.filter(({ type }) => type === kind)
    const step = Math.ceil(alike.length / most)
    return alike.filter((_, at) => at % step === 0)
  })

const codeOf = (error: unknown): string => {
  if (error instanceof EnsembleError) return error.code
  throw error
}

const isKept = ({ data }: JournalEvent): boolean => 'source' in data || 'edited' in data

/** A Run of an example: its folder, its `activities` files, an Idea and its input. */
export type ExampleRun = readonly [folder: string, modules: readonly object[], idea: string, input: Json]

/** Forks the Run with edits of every kind, at most so many of each: what the preview promised is what happened. */
export async function expectTruePreviews([folder, modules, idea, input]: ExampleRun, most: number): Promise<void> {
  const workspace = createTestWorkspace(`${import.meta.dirname}/${folder}`, modules)
  const { id, events } = await workspace.run(idea, input, { allowEffects: true })
  for (const edit of spread(editsOf(events, workspace), most)) {
    const options = { at: events.length, edit }
    const radius = await workspace.blastRadius(id, options).catch(codeOf)
    if (typeof radius === 'string') {
      // An edit that cannot be has no preview either, such as a binding of a Tool that names its own Activity.
      expect(await workspace.fork(id, options).catch(codeOf)).toBe(radius)
      continue
    }
    const { kept, reruns, depends, unreached } = radius
    const fork = await workspace.fork(id, options)
    const made = new Map(fork.events.map((event) => [event.key, isKept(event)]))
    const seen = (keys: readonly string[]) => keys.map((key) => [key, made.get(key)])
    const where = JSON.stringify(edit).slice(0, 120)
    expect({ where, kept: seen(kept) }).toEqual({ where, kept: kept.map((key) => [key, true]) })
    const live = seen(reruns).filter(([, wasKept]) => wasKept === true)
    expect({ where, live }).toEqual({ where, live: [] })
    expect({ where, unreached: unreached.filter((key) => made.has(key)) }).toEqual({ where, unreached: [] })
    const effects = [...kept, ...reruns, ...depends, ...unreached]
    expect({ where, twice: effects.length - new Set(effects).size }).toEqual({ where, twice: 0 })
  }
}
