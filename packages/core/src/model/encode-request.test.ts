import { describe, expect, it } from 'vitest'
import { encodeRequest } from './encode-request.ts'
import { fallback } from './fallback.ts'
import { compositionOf } from './test-composition.ts'
import type { EncodeInput } from './wire.ts'

const input = (change: Partial<EncodeInput>): EncodeInput => ({
  composition: compositionOf(['ping'], { type: 'object' }),
  context: [{ type: 'text', text: 'Be useful.' }],
  config: {},
  model: 'm',
  wire: 'structured',
  strict: false,
  inlineBytes: 2048,
  ...change,
})

describe('encodeRequest', () => {
  it('sends the composed schema as the response format on structured', () => {
    const { body, schema } = encodeRequest(input({ config: { maxOutputTokens: 100, reasoning: { effort: 'low' } } }))
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Be useful.' }],
      response_format: { type: 'json_schema', json_schema: { name: 'solution', strict: false, schema } },
      temperature: 0,
      max_completion_tokens: 100,
      reasoning_effort: 'low',
    })
  })

  it('lowers the schema for a provider that enforces the strict subset and lifts the answer back', () => {
    const request = encodeRequest(input({ strict: true }))
    expect(request.body.response_format).toMatchObject({ json_schema: { strict: true, schema: request.schema } })
    expect(request.schema).toMatchObject({
      properties: { calls: { items: { required: ['_tool', 'target'], additionalProperties: false } } },
    })
    expect(request.changes.length).toBeGreaterThan(0)
    expect(request.liftCall('ping', { _tool: 'ping', target: null })).toEqual({ _tool: 'ping' })
    expect(request.liftCall('ping', { target: 'x' })).toEqual({ target: 'x' })
    expect(
      encodeRequest(input({ strict: true, composition: compositionOf([], { type: 'string' }) })).liftOutput('x'),
    ).toBe('x')
  })

  it('asks for plain text where there are neither Tools nor a schema', () => {
    const { body } = encodeRequest(input({ composition: compositionOf([], null) }))
    expect(Object.keys(body)).toEqual(['model', 'messages'])
  })

  it('sends each Tool as a function without its name among the parameters', () => {
    const { body } = encodeRequest(input({ wire: 'tools' }))
    expect(body.tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'ping',
          description: 'Runs ping.',
          parameters: { type: 'object', properties: { target: { type: 'string' } }, additionalProperties: false },
        },
      },
    ])
    expect(body.response_format).toMatchObject({ json_schema: { name: 'output', schema: { type: 'object' } } })
  })

  it('carries the output in a reserved function if a response format cannot combine with tools', () => {
    const composition = compositionOf(['ping'], { type: 'number' })
    const { body } = encodeRequest(input({ wire: 'tools', finalOutput: true, composition }))
    expect(body.response_format).toBeUndefined()
    expect(body.tools).toMatchObject([
      {},
      { function: { name: 'final_output', parameters: { properties: { output: { type: 'number' } } } } },
    ])
  })

  it('never puts a Tool into a message, except in the JSON mode that a person chose', () => {
    for (const wire of ['structured', 'tools'] as const) {
      expect(JSON.stringify(encodeRequest(input({ wire })).body.messages)).not.toContain('Runs ping')
    }
    expect(JSON.stringify(encodeRequest(input({ wire: 'json' })).body.messages)).toContain('Runs ping')
  })
})

describe('fallback', () => {
  const all = { structured: true, strict: true, tools: true }
  it('goes from strict, by _tool and by name, to not strict to tools to JSON mode, then gives up', () => {
    const seen = []
    for (let choice = fallback(all, undefined); choice !== undefined; choice = fallback(all, undefined, seen))
      seen.push(choice)
    expect(seen).toEqual([
      { wire: 'structured', strict: true },
      { wire: 'structured', strict: true, keyed: true },
      { wire: 'structured', strict: false },
      { wire: 'tools', strict: false },
      { wire: 'tools', strict: false, finalOutput: true },
      { wire: 'json', strict: false },
    ])
  })
  it('leaves the keywords that the endpoint takes in place first, and lowers them where the schema is refused so', () => {
    const able = { ...all, keywords: ['pattern'] }
    const first = fallback(able, undefined)
    expect(first).toEqual({ wire: 'structured', strict: true, keywords: ['pattern'] })
    expect(fallback(able, undefined, first && [first])).toEqual({ wire: 'structured', strict: true })
    expect(fallback({ ...able, strict: false }, undefined)).toEqual({ wire: 'structured', strict: false })
  })
  it('skips what the endpoint cannot do and stays on the wire a person chose', () => {
    expect(fallback({ ...all, strict: false }, 'structured')).toEqual({ wire: 'structured', strict: false })
    expect(fallback({ ...all, structured: false }, undefined)?.wire).toBe('tools')
    expect(fallback(all, 'json')).toEqual({ wire: 'json', strict: false })
    expect(fallback(all, 'tools')).toEqual({ wire: 'tools', strict: false })
    expect(fallback({ structured: false, strict: false, tools: false }, undefined)?.wire).toBe('structured')
  })
})
