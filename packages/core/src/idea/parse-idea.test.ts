import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseIdea } from './parse-idea.ts'

const problemsOf = (source: unknown) =>
  parseIdea(source, 'test').problems.map(({ code, path, severity }) => `${severity} ${code} ${path}`)

describe('an Idea’s file', () => {
  it('holds a context of Messages and, optionally, a schema', () => {
    const value = {
      title: 'Composer',
      context: [
        { type: 'text', text: 'Ты композитор.', role: 'system' },
        { type: 'input', schema: { type: 'object' }, input: { brief: 'море' } },
        { type: 'state', state: {} },
        { type: 'data', kind: 'style', data: ['folk'] },
        { type: 'tool', tool: { think: { type: 'object' }, shared: { $ref: 'tool://shared' } } },
      ],
      schema: { type: 'object' },
    }
    expect(parseIdea(JSON.stringify(value), 'test')).toMatchObject({ idea: value, problems: [] })
    expect(parseIdea(value, 'test')).toMatchObject({ idea: value, problems: [] })
  })

  it('may hold plain { role, content }, which is text', () => {
    const context = [{ role: 'user', content: 'Hello' }]
    expect(parseIdea({ context }, 'test').idea?.context).toEqual([{ type: 'text', role: 'user', text: 'Hello' }])
  })

  it('with a byte order mark before it says so: the mark is invisible', () => {
    const { problems } = parseIdea('\uFEFF{ "context": [] }', 'test')
    expect(problems).toMatchObject([
      { code: 'idea.json', message: expect.stringContaining('UTF-8 without one'), range: [0, 1] },
    ])
  })

  it('that is not JSON gives one problem with its place', () => {
    const text = '{\n  "context": [\n    { "type": "text", "text": "a" }\n    { "type": "text" }\n  ]\n}'
    const { problems } = parseIdea(text, 'test')
    expect(problems).toMatchObject([
      {
        code: 'idea.json',
        severity: 'error',
        file: 'ideas/test.json',
        message: 'ideas/test.json: Not JSON at line 4, column 5: a comma is expected.',
      },
    ])
    expect(text.slice(problems[0]?.range?.[0]).startsWith('{ "type": "text" }')).toBe(true)
  })

  it('may not say a key twice', () => {
    const text = '{ "context": [], "title": "one", "title": "two" }'
    const { problems } = parseIdea(text, 'test')
    expect(problems).toMatchObject([
      { code: 'idea.duplicateKey', path: '/title', range: [text.lastIndexOf('"title"'), 7] },
    ])
  })

  it('names an unknown Message type and what was probably meant', () => {
    const { problems, idea } = parseIdea(
      {
        context: [
          { type: 'txt', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'test',
    )
    expect(problems).toMatchObject([{ code: 'idea.messageType', path: '/context/0/type' }])
    expect(problems[0]?.message).toContain('Did you mean text?')
    expect(idea?.context).toEqual([{ type: 'text', text: 'b' }])
  })

  it('says which field of a Message is missing, wrong or unknown', () => {
    expect(problemsOf({ context: [{ type: 'text' }] })).toEqual(['error idea.message /context/0'])
    expect(problemsOf({ context: [{ type: 'text', text: 1 }] })).toEqual(['error idea.message /context/0/text'])
    expect(problemsOf({ context: [{ type: 'data', kind: 'x', data: 1, descripton: 'y' }] })).toEqual([
      'warning idea.unknownField /context/0/descripton',
    ])
    expect(problemsOf({ context: [{ type: 'input', schema: { type: 'strin' } }] })).toEqual([
      'error idea.message /context/0/schema',
    ])
  })

  it('says which setting of its config is wrong or unknown', () => {
    const config = { temperature: 'hot', limits: { turns: 0, depht: 3 }, wire: 'structured', seed: 7 }
    expect(problemsOf({ context: [], config })).toEqual([
      'error idea.config /config/temperature',
      'error idea.config /config/limits/turns',
      'warning idea.unknownField /config/limits/depht',
    ])
    const sampling = { topP: 1.5, stop: ['a', 'b', 'c', 'd', 'e'], serviceTier: '' }
    expect(problemsOf({ context: [], config: sampling })).toEqual([
      'error idea.config /config/topP',
      'error idea.config /config/stop',
      'error idea.config /config/serviceTier',
    ])
    expect(problemsOf({ context: [], config: { topP: 1, stop: ['a', 'b'], serviceTier: 'flex' } })).toEqual([])
    expect(problemsOf({ context: [], config: 'large' })).toEqual(['error idea.config /config'])
  })

  it('carries the problems of its Tools', () => {
    expect(problemsOf({ context: [{ type: 'tool', tool: { ask: { type: 'object', _modul: 'idea://x' } } }] })).toEqual([
      'error tool.unknownField /context/0/tool/ask/_modul',
    ])
  })

  it('that is something else says what an Idea is', () => {
    expect(problemsOf('[]')).toEqual(['error idea.shape '])
    expect(problemsOf({})).toEqual(['error idea.shape '])
    expect(problemsOf({ context: {} })).toEqual(['error idea.shape /context'])
    expect(problemsOf(undefined)).toEqual(['error idea.shape '])
  })

  it('never makes the reader throw, whatever it holds', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseIdea(text, 'test').problems)))
    fc.assert(
      fc.property(fc.json(), fc.nat(200), (json, cut) => Array.isArray(parseIdea(json.slice(0, cut), 'test').problems)),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (context) => Array.isArray(parseIdea({ context: [context] }, 'test').problems)),
    )
    expect(problemsOf('['.repeat(200_000))).toHaveLength(1)
    expect(problemsOf('{ "__proto__": { "context": [] } }')).toContain('error idea.shape ')
  })
})
