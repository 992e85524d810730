import type * as ResponsesApi from 'openai/resources/responses/responses'
import { describe, expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-run.ts'
import {
  bodyOfEvents,
  callItem,
  eventsOf,
  messageItem,
  reasoningItem,
  refusalOf,
  responseOf,
} from '../../../testing/test-responses.ts'
import { createOpenAiModel, type OpenAiOptions } from '../../model/openai.ts'
import type { Model } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'

type Sent = ResponsesApi.ResponseCreateParams
type Item = ResponsesApi.ResponseOutputItem

const IDEA = {
  context: [
    { type: 'text', text: 'Ping both.' },
    { type: 'tool', tool: { ping: { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] } } },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

type Wire = 'structured' | 'tools'
/** Thinks, pings two hosts, thinks again, pings a third, then answers. */
const turnsOn = (wire: Wire, model: string): readonly (readonly Item[])[] => {
  const ping = (host: string, id: string) => callItem('ping', JSON.stringify({ host }), id)
  const said = (hosts: readonly string[], output: object | null) =>
    messageItem(JSON.stringify({ calls: hosts.map((host) => ({ _tool: 'ping', host })), output }))
  return wire === 'tools'
    ? [
        [reasoningItem(`${model}_rs_1`), ping('a', 'x'), reasoningItem(`${model}_rs_2`), ping('b', 'y')],
        [reasoningItem(`${model}_rs_3`), ping('c', 'z')],
        [messageItem('{"text":"done"}')],
      ]
    : [
        [reasoningItem(`${model}_rs_1`), said(['a', 'b'], null)],
        [reasoningItem(`${model}_rs_3`), said(['c'], null)],
        [said([], { text: 'done' })],
      ]
}

/** A scripted server of the published reference: refuses what the API refuses, else gives the next turn. */
const serve = (wire: Wire, isStreamed: boolean, name = 'm', more: Partial<OpenAiOptions> = {}) => {
  const bodies: Sent[] = []
  let turn = 0
  const model = createOpenAiModel({
    name,
    baseUrl: 'http://127.0.0.1:9/v1',
    api: 'responses',
    capabilities: { structured: wire === 'structured', strict: true, tools: wire === 'tools', streams: isStreamed },
    fetch: async (_, init) => {
      const sent = JSON.parse(String(init?.body)) as Sent // as it was written
      bodies.push(sent)
      const message = refusalOf(sent)
      const headers = { 'content-type': sent.stream === true ? 'text/event-stream' : 'application/json' }
      if (message !== undefined) return new Response(JSON.stringify({ error: { message } }), { status: 400 })
      const response = responseOf(turnsOn(wire, name)[turn++] ?? [messageItem('Hm.')])
      const text = sent.stream === true ? bodyOfEvents(eventsOf(response)) : JSON.stringify(response)
      return new Response(text, { headers })
    },
    ...more,
  })
  return { model, bodies }
}

const worldOf = (models: { readonly [name: string]: Model }, first: Model) => {
  const { deps, journal } = createTestWorld({
    ideas: { one: IDEA },
    activities: { ping: ({ host }: { host: unknown }) => `pong ${String(host)}` },
    script: () => '',
  })
  return { journal, executor: createExecutor({ ...deps, models: (name) => models[name ?? ''] ?? first }) }
}

const itemsIn = ({ input }: Sent): readonly string[] =>
  Array.isArray(input) ? input.flatMap((item) => (item.type === 'reasoning' ? [item.id] : [])) : []

describe.each(['structured', 'tools'] as const)('A Run through the Responses API, on %s', (wire) => {
  test.each([true, false])(
    'gives its model its reasoning back and replays identically (streamed: %s)',
    async (isStreamed) => {
      const { model, bodies } = serve(wire, isStreamed)
      const { executor, journal } = worldOf({}, model)
      const { id } = await executor.start({ idea: 'one' })
      expect(await executor.settled(id)).toMatchObject({ status: 'completed', output: { text: 'done' } })
      expect(bodies.map(refusalOf)).toEqual([undefined, undefined, undefined])
      const first = wire === 'tools' ? ['m_rs_1', 'm_rs_2'] : ['m_rs_1']
      expect(bodies.map(itemsIn)).toEqual([[], first, [...first, 'm_rs_3']])
      expect(await executor.replay(id)).toEqual({ identical: true })
      const events = await journal.read(id, { hydrate: true })
      const answers = events.flatMap((event) => (event.type === 'request.completed' ? [event.data] : []))
      expect(answers.map(({ reasoned }) => (reasoned && 'items' in reasoned ? reasoned.items.length : 0))).toEqual([
        first.length,
        1,
        0,
      ])
      expect(answers[0]).toMatchObject({
        usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4, reasoningTokens: 2, estimated: false },
      })
    },
  )

  test('keeps its answers and their reasoning in a fork; another model gets none of it', async () => {
    const { model, bodies } = serve(wire, true)
    const other = serve(wire, true, 'other')
    const { executor, journal } = worldOf({ other: other.model }, model)
    const { id } = await executor.start({ idea: 'one' })
    await executor.settled(id)
    const events = await journal.read(id)
    const at = events.find(({ key }) => key === 'request/1#request.started')?.seq ?? 0
    const same = await executor.fork(id, { at })
    await executor.settled(same.id)
    expect(await executor.replay(same.id)).toEqual({ identical: true })
    const later = bodies.slice(3)
    expect([later.length > 0, later.every((body) => itemsIn(body).includes('m_rs_1'))]).toEqual([true, true])
    const another = await executor.fork(id, { at, reuse: 'prefix', edit: { type: 'model', model: 'other' } })
    await executor.settled(another.id)
    expect(other.bodies.length).toBeGreaterThan(0)
    expect(other.bodies.flatMap(itemsIn).filter((each) => !each.startsWith('other_'))).toEqual([])
    expect(await executor.replay(another.id)).toEqual({ identical: true })
  })
})
