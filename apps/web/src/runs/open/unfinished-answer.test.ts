import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer, spoken } from './unfinished-answer.ts'
import { readUnfinished } from './unfinished-json.ts'

describe('JSON that is still being written', () => {
  it('reads as itself once it is whole', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // A number could continue.
        const { value } = readUnfinished(`${text} `)
        expect(value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('can stop anywhere, and what was read before is never taken back but for the last value', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = text.slice(0, at % (text.length + 1))
        expect(() => readUnfinished(cut)).not.toThrow()
      }),
    )
    expect(readUnfinished('{"a":[1,{"b":"he said \\"hi')).toEqual({
      value: { a: [1, { b: 'he said "hi' }] },
      path: ['a', '1', 'b'],
    })
    expect(readUnfinished('{"a":"x\\u00e').value).toEqual({ a: 'x' })
    expect(readUnfinished('['.repeat(100_000)).path).toHaveLength(65)
  })
})

describe('an answer under way', () => {
  it('is spoken as the Tool that is called and the words being written', () => {
    const text = '{"calls":[{"_tool":"designSound","_module":"idea://x","_imports":["state"],"part":"piano","mood":"sa'
    expect(spoken(text)).toBe('designSound · mood: sa')
    expect(spoken('{"calls":[],"output":{"title":"The sea","verse":"Gray and\\nwi')).toBe('verse: Gray and wi')
    expect(spoken('{"calls":[],"output":"The sea is gr')).toBe('The sea is gr')
  })

  it('tells the model’s reason, and no other meta field', () => {
    expect(spoken('{"calls":[{"_tool":"choosePatch","_reasoningForCall":"It is war')).toBe('choosePatch · It is war')
    expect(spoken('{"calls":[{"_tool":"choosePatch","_reas')).toBe('choosePatch')
    expect(spoken('{"calls":[{"_tool":"choo')).toBe('choo')
  })

  it('is read on the wire of native calls, and with Calls under their Tools’ names', () => {
    expect(spoken('\nwriteMelody {"bars":8,"mood":"cal')).toBe('writeMelody · mood: cal')
    expect(readAnswer('Let me see.\nadd {"a":1}\nmul {"a":2,"b":')).toEqual({
      calls: [
        { tool: 'add', parameters: { a: 1 }, reasoning: undefined },
        { tool: 'mul', parameters: { a: 2 }, reasoning: undefined },
      ],
      output: 'Let me see.',
      writing: undefined,
    })
    expect(readAnswer('{"calls":[{"add":{"a":1')?.calls).toEqual([
      { tool: 'add', parameters: { a: 1 }, reasoning: undefined },
    ])
  })

  it('stays as it is where it is plain text', () => {
    expect(spoken('The sea is gray')).toBe('The sea is gray')
    expect(readAnswer('{braces} in a text')).toBeUndefined()
  })
})
