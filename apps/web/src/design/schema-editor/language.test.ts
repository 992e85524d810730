import type { WorkspaceFiles } from '@ensemble/core/idea'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, it } from 'vitest'
import { createLanguage, type ComposeFacts, type PastCall } from './language.ts'
import { annotated } from './StrictTab.tsx'

const TOOL = {
  type: 'object',
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' }, days: { type: 'integer' } },
  required: ['city'],
}
const text = JSON.stringify(TOOL, null, 2)
const files: WorkspaceFiles = {
  ideas: new Map([
    ['main', JSON.stringify({ description: 'x', context: [{ type: 'tool', tool: { weather: TOOL } }] })],
  ]),
  tools: new Map(),
  activities: [],
}
const language = createLanguage(
  () => files,
  () => ({ activities: [], mcpServers: [], profile: {}, lint: {} }),
  createValidator(),
)
const facts: ComposeFacts = {
  config: {},
  profile: {},
  activities: [],
  model: { name: 'm', capabilities: { structured: true, strict: true, tools: true } },
}
const at = (word: string) => ({ text, offset: text.indexOf(word) + 2, kind: 'tool' as const, name: 'weather' })

describe('the language of a Tool in the editor', () => {
  it('completes, explains and renames', () => {
    expect(language.complete(at('"days"')).length).toBeGreaterThan(0)
    expect(language.hover(at('"minLength"'))).toMatchObject({ title: 'minLength' })
    expect(language.renameTarget(at('"city"'))).toMatchObject({ name: 'city' })
    expect(language.rename({ ...at('"city"'), newName: 'town' })).toHaveLength(2)
  })

  it('composes the Idea on either wire and marks the part of one Tool', async () => {
    for (const wire of ['structured', 'tools'] as const) {
      const composed = await language.compose({ idea: 'main', tool: 'weather', wire, strict: false, facts })
      if (!composed.ok) throw new Error(composed.reason)
      expect([composed.wire, composed.strict, composed.model]).toEqual([wire, false, 'm'])
      const [offset, length] = composed.shown.part ?? [0, 0]
      expect(composed.shown.text.slice(offset, offset + length)).toContain('"city"')
    }
  })

  it('asks in the way that the endpoint can where neither wire nor strictness is chosen', async () => {
    const asked = { idea: 'main', tool: null, wire: null, strict: null, facts }
    const chosen = await language.compose(asked)
    expect(chosen).toMatchObject({ ok: true, wire: 'structured', strict: true })
    const only = { structured: false, strict: false, tools: true }
    const other = await language.compose({ ...asked, facts: { ...facts, model: { name: 'm', capabilities: only } } })
    expect(other).toMatchObject({ ok: true, wire: 'tools' })
    expect(await language.compose({ ...asked, idea: 'none' })).toMatchObject({ ok: false })
  })

  it('asks the model that an Idea names, with what the endpoint can', async () => {
    const named = new Map([['main', JSON.stringify({ config: { model: 'other' }, context: [] })]])
    const asked = { idea: 'main', tool: null, wire: null, strict: null, facts }
    const other = createLanguage(
      () => ({ ...files, ideas: named }),
      () => ({ activities: [], mcpServers: [], profile: {}, lint: {} }),
      createValidator(),
    )
    expect(await other.compose(asked)).toMatchObject({ ok: true, model: 'other' })
  })

  it('treats comments as notes in a draft: they are removed on saving', () => {
    const commented = `{ "context": [] // nothing yet\n}`
    const drafts = createLanguage(
      () => ({ ...files, ideas: new Map([['main', commented]]) }),
      () => ({ activities: [], mcpServers: [], profile: {}, lint: {} }),
      createValidator(),
    )
    const found = drafts.diagnose({ type: 'idea', name: 'main', portability: false })
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(found.map(({ code }) => code)).toContain('file.comment')
  })

  it('tells how ready an Idea is by its recorded Calls too, where they are known', () => {
    const call = { tool: 'weather', call: { city: 'Rome' }, run: 'r', seq: 1, span: 's', at: '', idea: 'idea://main' }
    const said = (calls: readonly PastCall[] | null): string | undefined =>
      language
        .readiness({ idea: 'main', calls, isAnswered: false, settings: null })
        ?.items.find(({ check }) => check === 'calls')?.message
    expect(said(null)).toBe('No Run was looked at.')
    expect(said([])).toContain('No real model')
    expect(said([call])).toContain('No real model')
    expect(said([{ ...call, byModel: true }])).toContain('every Tool')
    expect(language.readiness({ idea: 'none', calls: null, isAnswered: false, settings: null })).toBeNull()
  })

  it('reads Tools from a text of any format, unless it is longer than eight million characters', async () => {
    const read = await language.importTools({ text, format: null, name: 'weather' })
    expect(read).toMatchObject({ format: 'schema', tools: [{ name: 'weather' }] })
    const long = ' '.repeat(8_000_001)
    expect(await language.importTools({ text: long, format: 'openapi', name: 'a' })).toMatchObject({
      format: 'openapi',
      tools: [],
      lost: [{ what: expect.stringContaining('8 MB') }],
    })
    expect((await language.importTools({ text: long, format: null, name: 'a' })).tools).toEqual([])
  })

  it('reads programs and lists of agents, and gives sentences that have a translation', async () => {
    const read = (given: string) => language.importTools({ text: given, format: null, name: 'tool' })
    expect(await read("Tool.register('ping', { type: 'object' })")).toMatchObject({ tools: [{ name: 'ping' }] })
    expect(await read('x := openai.FunctionDefinition{Name: "go"}')).toMatchObject({ tools: [{ name: 'go' }] })
    const { ideas } = await read('[{ "name": "Критик", "instructions": "Суди строго." }]')
    expect(ideas).toMatchObject([{ name: 'agent', idea: { title: 'Критик' } }])
    for (const given of ['package main', 'Tool.register(', '{ "a": 1 }', 'prose.'])
      expect((await read(given)).lost).toMatchObject([{ told: { code: expect.any(String) } }])
  })

  it('judges a pasted Call, with the path of what is wrong', () => {
    const { verdicts } = language.judge({
      name: 'weather',
      text,
      mode: 'explicit',
      calls: ['{"city":"","days":"two"}', '{'],
    })
    expect(verdicts).toMatchObject([
      { ok: false, error: { code: 'arguments.invalid' } },
      { ok: false, error: { code: 'json.invalid' } },
    ])
  })

  it('tells which recorded Calls an edit breaks', () => {
    const call = (city: string, seq: number) => ({
      tool: 'weather',
      call: { city },
      run: 'r',
      seq,
      span: 's',
      at: '2026-11-21T00:00:00.000Z',
      idea: 'idea://main',
    })
    const narrow = text.replace('"minLength": 1', '"minLength": 4')
    const asked = { name: 'weather', text: narrow, mode: 'explicit' as const, calls: [call('Rome', 1), call('Ur', 2)] }
    expect(language.history(asked)).toMatchObject({ valid: 1, unresolved: 0, refused: [{ recorded: { seq: 2 } }] })
  })

  it('explains next to each line why strict mode changes it', () => {
    const view = language.strict({ name: 'weather', text })
    const lines = view === null ? [] : annotated(view)
    const noted = lines.filter(({ notes = [] }) => notes.length > 0)
    expect(noted.map(({ tone, text: line }) => [tone, line.trim()])).toEqual([
      ['removed', '"minLength": 1,'],
      ['added', '"type": ['],
    ])
  })

  it('reads what can be read of a text that is half written, and throws at none', () => {
    for (let length = 0; length < text.length; length += 7) {
      const half = { name: 'weather', text: text.slice(0, length) }
      language.strict(half)
      language.types(half)
      language.samples({ ...half, seed: '1', mode: 'explicit' })
      language.judge({ ...half, mode: 'explicit', calls: ['{}'] })
      language.exportTool({ ...half, format: 'openapi' })
    }
    expect(language.strict({ name: 'deep', text: '['.repeat(100_000) })).toBeNull()
  })
})
