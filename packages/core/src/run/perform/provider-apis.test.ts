import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { describe, expect, test } from 'vitest'
import {
  ANTHROPIC,
  GEMINI,
  serveProvider,
  type ProviderScript,
  type Said,
} from '../../../testing/test-provider-apis.ts'
import { createTestWorld } from '../../../testing/test-run.ts'
import { createSdkModel, type SdkLanguageModel } from '../../model/ai-sdk/ai-sdk-model.ts'
import type { Model } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'

const IDEA = {
  config: { reasoning: { effort: 'low' } },
  context: [
    { type: 'text', text: 'Ping both.' },
    { type: 'tool', tool: { ping: { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] } } },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

type Wire = 'structured' | 'tools'
const thought = (name: string): Said => ({ type: 'thought', text: 'Let me see.', signature: `sig_${name}` })
const text = (value: object): Said => ({ type: 'text', text: JSON.stringify(value) })

/** Thinks, pings two hosts, thinks again, pings a third, then answers. */
const turnsOn = (wire: Wire, model: string): readonly (readonly Said[])[] => {
  const ping = (host: string): Said => ({ type: 'call', id: `toolu_${host}`, name: 'ping', input: { host } })
  const said = (hosts: readonly string[], output: object | null): Said =>
    text({ calls: hosts.map((host) => ({ _tool: 'ping', host })), output })
  return wire === 'tools'
    ? [[thought(`${model}_1`), ping('a'), ping('b')], [thought(`${model}_2`), ping('c')], [text({ text: 'done' })]]
    : [
        [thought(`${model}_1`), said(['a', 'b'], null)],
        [thought(`${model}_2`), said(['c'], null)],
        [said([], { text: 'done' })],
      ]
}

const PROVIDERS: readonly {
  readonly name: string
  readonly script: ProviderScript
  readonly open: (fetch: typeof globalThis.fetch) => SdkLanguageModel
}[] = [
  {
    name: 'Anthropic’s Messages API',
    script: ANTHROPIC,
    open: (fetch) => createAnthropic({ apiKey: 'k', baseURL: 'http://127.0.0.1:9/v1', fetch })('claude-sonnet-4-5'),
  },
  {
    name: 'the Gemini API',
    script: GEMINI,
    open: (fetch) => createGoogleGenerativeAI({ apiKey: 'k', baseURL: 'http://127.0.0.1:9/v1', fetch })('gemini-3-pro'),
  },
]

const worldOf = (models: { readonly [name: string]: Model }, first: Model) => {
  const { deps, journal } = createTestWorld({
    ideas: { one: IDEA },
    activities: { ping: ({ host }: { host: unknown }) => `pong ${String(host)}` },
    script: () => '',
  })
  return { journal, executor: createExecutor({ ...deps, models: (name) => models[name ?? ''] ?? first }) }
}

describe.each(PROVIDERS)('A Run through $name', ({ script, open }) => {
  const serve = (wire: Wire, isStreamed: boolean, name = 'm') => {
    const { asked, fetch } = serveProvider(script, turnsOn(wire, name))
    const capabilities = { structured: wire === 'structured', strict: true, tools: true, streams: isStreamed }
    return { asked, model: createSdkModel({ model: open(fetch), name, capabilities }) }
  }

  test.each([
    ['structured', true],
    ['structured', false],
    ['tools', true],
    ['tools', false],
  ] as const)(
    'gives its model its signed thoughts back on %s and replays identically (streamed: %s)',
    async (wire, isStreamed) => {
      const { model, asked } = serve(wire, isStreamed)
      const { executor, journal } = worldOf({}, model)
      const { id } = await executor.start({ idea: 'one' })
      expect(await executor.settled(id)).toMatchObject({ status: 'completed', output: { text: 'done' } })
      expect(asked.map(({ sent }) => script.refusalOf(sent))).toEqual([undefined, undefined, undefined])
      if (script === ANTHROPIC || wire === 'tools')
        expect(asked.map(({ sent }) => script.signaturesIn(sent))).toEqual([[], ['sig_m_1'], ['sig_m_1', 'sig_m_2']])
      expect(await executor.replay(id)).toEqual({ identical: true })
      const events = await journal.read(id, { hydrate: true })
      const [answer] = events.flatMap((event) => (event.type === 'request.completed' ? [event.data] : []))
      expect(answer).toMatchObject({ usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4, estimated: false } })
    },
  )

  test('gives another model none of its thoughts in a fork', async () => {
    const { model } = serve('tools', true)
    const other = serve('tools', true, 'other')
    const { executor, journal } = worldOf({ other: other.model }, model)
    const { id } = await executor.start({ idea: 'one' })
    await executor.settled(id)
    const at = (await journal.read(id)).find(({ key }) => key === 'request/1#request.started')?.seq ?? 0
    const fork = await executor.fork(id, { at, reuse: 'prefix', edit: { type: 'model', model: 'other' } })
    await executor.settled(fork.id)
    expect(other.asked.length).toBeGreaterThan(0)
    expect(other.asked.flatMap(({ sent }) => script.signaturesIn(sent)).filter((each) => each.includes('_m_'))).toEqual(
      [],
    )
    expect(await executor.replay(fork.id)).toEqual({ identical: true })
  })
})
