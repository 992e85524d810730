import { describe, expect, it } from 'vitest'
import type { ReferenceView } from '../request/reference.types.ts'
import type { JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { composeTools } from './call-fixture.ts'
import { checkCall, type CheckedCall } from './tool-check.ts'

const validator = createValidator()
const schemas = {
  play: {
    type: 'object',
    properties: {
      notes: { type: 'array', items: { type: 'integer' } },
      tempo: { type: 'number' },
      title: { type: 'string' },
    },
    required: ['notes'],
  },
  rate: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      _output: { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] },
    },
  },
  predict: { type: 'object', properties: { _output: { type: 'number' } } },
} satisfies { [name: string]: JsonObject }
const composition = composeTools(schemas, { modes: { rate: 'latent' }, hasState: true })

const check = (raw: string, view?: ReferenceView): CheckedCall => checkCall({ raw, composition, validator, view })
const view: ReferenceView = { state: { song: { notes: [60, 62], name: 'x' } }, input: { tempo: 90 } }

describe('checking a Call without a run', () => {
  it('judges the parameters against the Tool', () => {
    expect(check('{"_tool":"play","notes":[1]}')).toMatchObject({ ok: true, resolved: { notes: [1] } })
    expect(check('{"_tool":"play","notes":["a"]}')).toMatchObject({
      ok: false,
      error: { code: 'arguments.invalid', path: '/notes/0' },
    })
  })

  it('refuses what names no Tool before anything else', () => {
    expect(check('{"_tool":"nothing"}')).toMatchObject({ ok: false, error: { code: 'tool.unknown' } })
  })

  it('requires the result of a latent Call and leaves predictions alone', () => {
    expect(check('{"_tool":"rate","text":"x"}')).toMatchObject({ ok: false, error: { code: 'output.missing' } })
    expect(check('{"_tool":"rate","_output":{"score":"high"}}')).toMatchObject({
      ok: false,
      error: { code: 'output.invalid', path: '/_output/score' },
    })
    expect(check('{"_tool":"rate","_output":{"score":1}}').ok).toBe(true)
    expect(check('{"_tool":"predict","_output":"not a number"}').ok).toBe(true)
  })

  it('resolves references and then validates the whole Call', () => {
    const raw = '{"_tool":"play","notes":"†state.song.notes","tempo":"†input.tempo","title":"††literal"}'
    expect(check(raw, view)).toMatchObject({ ok: true, resolved: { notes: [60, 62], tempo: 90, title: '†literal' } })
    expect(check('{"_tool":"play","notes":"†state.song.name"}', view)).toMatchObject({
      ok: false,
      error: { code: 'arguments.invalid', path: '/notes' },
    })
    expect(check('{"_tool":"play","notes":"†state.nothing"}', view)).toMatchObject({
      ok: false,
      error: { code: 'reference.missing', path: '/notes', names: expect.arrayContaining(['†state.song.notes']) },
    })
  })

  it('reports the place of a reference without a target and what exists instead', () => {
    const missing = (raw: string, on: ReferenceView) => {
      const verdict = check(raw, on)
      return verdict.ok ? undefined : verdict.error
    }
    const either = '{"_tool":"play","notes":"†state.nothing || †input.none"}'
    expect(missing(either, view)).toMatchObject({
      path: '/notes',
      message: expect.stringContaining('does not exist. What exists: †'),
    })
    expect(missing(either, { state: {}, input: {} })?.message).toMatch(/does not exist\. Nothing exists yet\.$/)
  })

  it('judges what it can where references cannot be resolved', () => {
    expect(check('{"_tool":"play","notes":"†state.song.notes"}').ok).toBe(true)
    expect(check('{"_tool":"play","notes":"†state.song.notes","tempo":"fast"}')).toMatchObject({
      ok: false,
      error: { path: '/tempo' },
    })
    expect(check('{"_tool":"play","tempo":"†input.tempo"}')).toMatchObject({
      ok: false,
      error: { code: 'arguments.invalid', message: expect.stringContaining('"notes"') },
    })
    expect(check('{"_tool":"play","notes":"†state.a.__proto__"}')).toMatchObject({
      ok: false,
      error: { code: 'arguments.invalid', path: '/notes' },
    })
  })

  it('knows no references where the context holds neither state nor input', () => {
    const plain = composeTools(schemas)
    const verdict = checkCall({ raw: '{"_tool":"play","notes":[],"title":"†state.x"}', composition: plain, validator })
    expect(verdict).toMatchObject({ ok: true, resolved: { title: '†state.x' } })
  })
})
