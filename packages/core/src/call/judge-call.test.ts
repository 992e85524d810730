import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import type { CallError } from './call-error.ts'
import { composeTools } from './call-fixture.ts'
import { judgeCall, type JudgeInput } from './judge-call.ts'
import type { ProposedCall } from './judged-call.ts'

const schemas = {
  get_weather: {
    description: 'Weather of a city',
    type: 'object',
    properties: {
      city: { type: 'string' },
      units: { type: 'string' },
      note: { type: ['string', 'null'] },
      place: { type: 'object', properties: { zip: { type: 'string' } }, required: [] },
      _output: { type: 'object', properties: { degrees: { type: 'number' } } },
    },
    required: ['city'],
  },
  compose_song: {
    type: 'object',
    properties: {
      _module: { enum: ['idea://composer', 'idea://lyricist'] },
      _imports: { type: 'array', items: { enum: ['input', 'state:song', 'text'] } },
      mood: { type: 'string' },
    },
  },
  sound: {
    type: 'object',
    properties: {
      _module: { const: 'idea://sound' },
      _imports: { const: ['input', 'text'] },
      name: { type: 'string' },
    },
  },
  think: { type: 'object', properties: { thought: { type: 'string' } } },
} satisfies { [name: string]: JsonObject }

const composition = composeTools(schemas, {
  modes: { compose_song: 'module', sound: 'module', think: 'latent' },
})
const validator = createValidator()

const accepted = (raw: JudgeInput['raw'], more: Partial<JudgeInput> = {}): ProposedCall => {
  const judgement = judgeCall({ raw, composition, validator, ...more })
  if (!judgement.ok) throw new Error(judgement.error.message)
  return judgement.call
}
const refused = (raw: JudgeInput['raw'], more: Partial<JudgeInput> = {}): CallError => {
  const judgement = judgeCall({ raw, composition, validator, ...more })
  if (judgement.ok) throw new Error('the Call was accepted')
  return judgement.error
}

describe('a Call names its Tool', () => {
  it('inside the arguments on the structured wire, next to them on the tools wire', () => {
    expect(accepted('{"_tool":"get_weather","city":"Oslo"}').tool.name).toBe('get_weather')
    expect(accepted('{"city":"Oslo"}', { tool: 'get_weather' }).parameters).toEqual({ city: 'Oslo' })
  })

  it('exactly; the refusal lists the valid names and the nearest one', () => {
    const error = refused('{"_tool":"getWeather","city":"Oslo"}')
    expect(error).toMatchObject({ code: 'tool.unknown', path: '/_tool', retryable: true })
    expect(error.names).toEqual(['get_weather', 'compose_song', 'sound', 'think'])
    expect(error.message).toContain('Did you mean "get_weather"?')
    expect(refused('{"_tool":"toString"}').code).toBe('tool.unknown')
    expect(refused('{}', { tool: 'Get_weather' }).code).toBe('tool.unknown')
  })

  it('or is refused, also if the name isn’t a text', () => {
    expect(refused('{"city":"Oslo"}').message).toContain('names no tool')
    expect(refused('{"_tool":["get_weather"]}').code).toBe('tool.unknown')
  })

  it('the same way in both places', () => {
    expect(refused('{"_tool":"think"}', { tool: 'get_weather' })).toMatchObject({ code: 'meta.forged', path: '/_tool' })
  })

  it('before its JSON is looked at', () => {
    expect(refused('{', { tool: 'nothing' }).code).toBe('tool.unknown')
    expect(refused('{', { tool: 'think' }).code).toBe('json.invalid')
  })
})

describe('the arguments are strict JSON', () => {
  it.each([
    ['{"_tool":"think","thought":"a","thought":"b"}', 'json.duplicateKey'],
    ['{"_tool":"think","n":1e999}', 'json.nonFinite'],
    [`{"_tool":"think","n":${'['.repeat(100_000)}`, 'json.tooDeep'],
    ["{'_tool':'think'}", 'json.invalid'],
    ['```json\n{"_tool":"think"}\n```', 'json.invalid'],
    ['', 'json.invalid'],
    ['[]', 'arguments.invalid'],
    ['null', 'arguments.invalid'],
  ])('%.40s is refused as %s', (raw, code) => {
    expect(refused(raw).code).toBe(code)
  })

  it('with a fault is reported with its place, if it has one', () => {
    expect(refused('{"_tool":"think","n":[1,x]}')).toMatchObject({ path: '/n/1' })
    expect(refused('x')).not.toHaveProperty('path')
  })

  it('of an object; the refusal says what was written instead', () => {
    const written = (raw: string): string => refused(raw).message
    expect(written('[]')).toContain('got an array.')
    expect(written('null')).toContain('got null.')
    expect(written('"think"')).toContain('got a string.')
  })

  it('whose __proto__ is a parameter like any other', () => {
    const { parameters } = accepted('{"_tool":"get_weather","city":"x","__proto__":{"a":1}}'.replace('__proto__', 'x'))
    expect(Object.keys(parameters)).toEqual(['city', 'x'])
    expect(refused('{"_tool":"get_weather","city":"x","__proto__":{"a":1}}')).toMatchObject({ code: 'meta.forged' })
  })
})

describe('meta fields', () => {
  it('with a single value are filled in when left out', () => {
    expect(accepted('{"_tool":"sound"}').meta).toEqual({
      _tool: 'sound',
      _module: 'idea://sound',
      _imports: ['input', 'text'],
    })
    expect(accepted('{"_tool":"get_weather","city":"x"}').meta._activity).toBe('get_weather')
    expect(accepted('{"_tool":"sound","_module":null}').meta._module).toBe('idea://sound')
  })

  it('with another value than the one that is open refuse the Call', () => {
    expect(refused('{"_tool":"sound","_module":"idea://other"}')).toMatchObject({
      code: 'meta.forged',
      path: '/_module',
      names: ['idea://sound'],
    })
    expect(refused('{"_tool":"compose_song","_module":"https://evil.example"}').code).toBe('meta.forged')
    expect(refused('{"_tool":"get_weather","city":"x","_activity":""}').code).toBe('meta.forged')
  })

  it('that the Tool does not offer refuse the Call', () => {
    expect(refused('{"_tool":"think","_module":"idea://sound"}').message).toContain('offers no field _module; leave it')
    expect(refused('{"_tool":"think","_colour":"red"}').message).toContain('offers no field _colour; leave it out')
    expect(refused('{"_tool":"think","_outputPath":"†state.x"}').code).toBe('meta.forged')
    expect(refused('{"_tool":"compose_song","_modul":"idea://composer"}').message).toContain('did you mean _module?')
    expect(refused('{"_tool":"think","_approval":"none"}').code).toBe('meta.forged')
    expect(refused('{"_tool":"think","_output":1}').code).toBe('meta.forged')
  })

  it('let the model choose where the author left a choice', () => {
    const call = accepted('{"_tool":"compose_song","_module":"idea://lyricist","_imports":["text","text"]}')
    expect(call.meta).toEqual({ _tool: 'compose_song', _module: 'idea://lyricist', _imports: ['text'] })
    expect(accepted('{"_tool":"compose_song","_module":"idea://lyricist"}').meta._imports).toEqual([])
    expect(refused('{"_tool":"compose_song"}')).toMatchObject({
      code: 'arguments.invalid',
      path: '/_module',
      message: expect.stringContaining('must say _module. Choose one of "idea://composer", "idea://lyricist".'),
      names: ['idea://composer', 'idea://lyricist'],
    })
  })

  it('named _imports only ever narrow', () => {
    expect(accepted('{"_tool":"sound","_imports":["text"]}').meta._imports).toEqual(['text'])
    expect(accepted('{"_tool":"sound","_scopes":[]}').meta._imports).toEqual([])
    expect(refused('{"_tool":"sound","_imports":["state"]}').message).toContain('may only narrow')
    expect(refused('{"_tool":"compose_song","_module":"idea://composer","_imports":["data:x"]}').code).toBe(
      'meta.forged',
    )
    expect(refused('{"_tool":"sound","_imports":"text"}').code).toBe('meta.forged')
  })

  it('are known by their later names too, but not by both at once', () => {
    expect(accepted('{"_tool":"sound","_delegate":"idea://sound"}').meta._module).toBe('idea://sound')
    const both = refused('{"_tool":"sound","_delegate":"idea://sound","_module":"idea://sound"}')
    expect([both.code, both.message]).toEqual([
      'meta.forged',
      '_delegate and _module are two names of one field; write _module alone.',
    ])
  })

  it('are refused in a sentence that stays short, however long they are', () => {
    const long = 'x'.repeat(100_000)
    for (const fields of [
      { _module: long },
      { _imports: [long] },
      { _outputPath: `†state.${long}.__proto__` },
      { _outputPath: long },
      { [`_${long}`]: 1 },
    ]) {
      const { message } = refused(JSON.stringify({ _tool: 'sound', ...fields }))
      expect([message, message.length < 400]).toEqual([message, true])
    }
  })

  it('named _reasoningForCall never refuse a Call', () => {
    expect(accepted('{"_tool":"think","_reasoningForCall":"because"}').reasoning).toBe('because')
    expect(accepted('{"_tool":"think","_reasoningForCall":{"why":1}}').reasoning).toBe('{"why":1}')
    for (const nothing of ['null', '""'])
      expect(accepted(`{"_tool":"think","_reasoningForCall":${nothing}}`).reasoning).toBeUndefined()
    expect(accepted('{"_tool":"think"}').reasoning).toBeUndefined()
  })

  it('named _output carry a result or a prediction, whatever its shape', () => {
    expect(accepted('{"_tool":"get_weather","city":"x","_output":{"degrees":"hot"}}').written).toEqual({
      degrees: 'hot',
    })
    expect(accepted('{"_tool":"get_weather","city":"x","_output":null}').written).toBeUndefined()
    expect(accepted('{"_tool":"sound","_output":{"path":"a.wav"}}').written).toEqual({ path: 'a.wav' })
  })

  it('named _output keep a null that the Tool’s author allows as a result', () => {
    const output = (_output: JsonObject) =>
      composeTools({ rate: { type: 'object', properties: { _output } } }, { modes: { rate: 'latent' } })
    const written = (schema: JsonObject) =>
      accepted('{"_tool":"rate","_output":null}', { composition: output(schema) }).written
    expect(written({ type: ['number', 'null'] })).toBeNull()
    expect(written({ type: 'number' })).toBeUndefined()
    expect(accepted('{"_tool":"think","_output":null}').written).toBeUndefined()
  })

  it('that lead to the state or an instance stay inside them', () => {
    const world = composeTools(schemas, {
      hasState: true,
      instances: ['comment-1', 'comment-2'],
      modes: { think: 'latent' },
    })
    const on = (fields: string) => judgeCall({ raw: `{"_tool":"think",${fields}}`, composition: world, validator })
    expect(on('"_outputPath":"†state.song.melody","_instance":"comment-1"')).toMatchObject({
      ok: true,
      call: { meta: { _outputPath: '†state.song.melody', _instance: 'comment-1' } },
    })
    for (const path of ['†input.x', 'state.x', '†state.__proto__.x', '†state.a.constructor', '†state.a || x', '']) {
      expect(on(`"_outputPath":${JSON.stringify(path)}`), path).toMatchObject({
        ok: false,
        error: { code: 'meta.forged' },
      })
    }
    expect(on('"_outputPath":5')).toMatchObject({ error: { message: expect.stringContaining('it is no text') } })
    expect(on('"_outputPath":"state.x"')).toMatchObject({
      error: { message: expect.stringContaining('"state.x" is no reference') },
    })
    expect(on('"_instance":"comment-3"')).toMatchObject({ ok: false, error: { names: ['comment-1', 'comment-2'] } })
  })
})

describe('a meta field that the author left free', () => {
  const properties = { _outputPath: { type: 'string', maxLength: 9 } }
  const world = composeTools({ think: { type: 'object', properties } }, { hasState: true, modes: { think: 'latent' } })

  it('holds what fits its own schema', () => {
    const on = (path: string) => ({ raw: { _tool: 'think', _outputPath: path }, composition: world, validator })
    expect(judgeCall(on('†state.x'))).toMatchObject({ ok: true, call: { meta: { _outputPath: '†state.x' } } })
    expect(judgeCall(on('†state.longer'))).toMatchObject({
      ok: false,
      error: { code: 'meta.forged', path: '/_outputPath', message: expect.stringContaining('at most 9 characters') },
    })
  })
})

describe('a null', () => {
  it('counts as left out for an optional parameter whose schema refuses it', () => {
    expect(accepted('{"_tool":"get_weather","city":"x","units":null}').parameters).toEqual({ city: 'x' })
    expect(accepted('{"_tool":"get_weather","city":"x","place":{"zip":null}}').parameters).toEqual({
      city: 'x',
      place: {},
    })
  })

  it('stays where the author allows it or requires the parameter', () => {
    expect(accepted('{"_tool":"get_weather","city":null,"note":null}').parameters).toEqual({ city: null, note: null })
  })
})

describe('judging a Call', () => {
  it('undoes the lowering of the wire before anything is judged', () => {
    const liftCall: JudgeInput['liftCall'] = (tool, value) => ({ ...(value as JsonObject), city: `${tool}!` })
    expect(accepted('{"_tool":"get_weather","city":"x"}', { liftCall }).parameters).toEqual({ city: 'get_weather!' })
  })

  it('undoes what the wire did to the Call as a whole before its Tool is looked for', () => {
    const openCall: JudgeInput['openCall'] = ({ get_weather: parameters }) => ({
      _tool: 'get_weather',
      ...(parameters as JsonObject),
    })
    expect(accepted('{"get_weather":{"city":"x"}}', { openCall }).parameters).toEqual({ city: 'x' })
  })

  it('costs the same whether there are two Tools or two hundred', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`tool_${index}`, schemas.get_weather]))
    const crowd = composeTools(many)
    let lookups = 0
    const counted = {
      ...crowd,
      byName: new Proxy(crowd.byName, {
        get: (map, key) => {
          if (key === 'get' || key === 'has') lookups++
          const member: unknown = Reflect.get(map, key)
          return typeof member === 'function' ? member.bind(map) : member
        },
      }),
    }
    for (let index = 0; index < 200; index++) {
      expect(judgeCall({ raw: `{"_tool":"tool_${index}","city":"x"}`, composition: counted }).ok).toBe(true)
    }
    expect(lookups).toBe(200)
  })
})
