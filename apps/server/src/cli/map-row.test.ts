import { describe, expect, test } from 'vitest'
import { mapRow } from './map-row.ts'

describe('a row as a case', () => {
  test('has the mapped columns as input and expected values, typed as the Idea takes them', () => {
    const row = { id: '4', from: 'Ada' }
    expect(mapRow(row, 'id=input/n, from=output/customer', { n: { type: 'number' } })).toEqual({
      input: { n: 4 },
      expected: [{ path: '/output/customer', value: 'Ada' }],
    })
  })

  test('names the columns for one that the file does not have', () => {
    for (const column of ['answer', 'constructor', '__proto__', 'toString'])
      expect(() => mapRow({ question: 'why', id: '1' }, `${column}=input/question`, {})).toThrow(
        `There is no column "${column}": the columns are question, id.`,
      )
  })

  test('keeps a member called __proto__, as everywhere in the product', () => {
    const { input } = mapRow({ question: 'why' }, 'question=input/__proto__', {})
    expect(JSON.stringify(input)).toBe('{"__proto__":"why"}')
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
  })
})
