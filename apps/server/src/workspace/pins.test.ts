import { describe, expect, test } from 'vitest'
import { parsePins, pinFor } from './pins.ts'

const asked = { profile: 'offline', idea: 'idea://composer', tool: 'sing', parameters: { line: 'la', loud: true } }
const pin = { idea: 'composer', tool: 'sing', result: 'any' }

describe('pins', () => {
  test('are for one Tool of one Idea', () => {
    expect(pinFor([pin], asked)).toBe(pin)
    expect(pinFor([pin], { ...asked, idea: 'idea://producer' })).toBeUndefined()
    expect(pinFor([pin], { ...asked, tool: 'dance' })).toBeUndefined()
  })

  test('for a Call’s very parameters come first; the order of members says nothing', () => {
    const exact = { ...pin, result: 'exact', parameters: { loud: true, line: 'la' } }
    expect(pinFor([pin, exact], asked)).toBe(exact)
    expect(pinFor([pin, exact], { ...asked, parameters: { line: 'lu' } })).toBe(pin)
    expect(pinFor([exact], { ...asked, parameters: { line: 'lu' } })).toBeUndefined()
  })

  test('are never used in production', () => {
    expect(pinFor([pin], { ...asked, profile: 'production' })).toBeUndefined()
  })

  test.each(['', '{', '[]', '{"pins":{}}', '{"pins":[null,{"idea":"a"},{"idea":"a","tool":"b"}]}'])(
    'that cannot be read pin nothing: %s',
    (text) => expect(parsePins(text)).toEqual([]),
  )

  test.each([
    '{"idea":5,"tool":"b","result":1}',
    '{"idea":"a","tool":5,"result":1}',
    '{"idea":"a","tool":"b","result":1,"parameters":["la"]}',
    '{"idea":"a","tool":"b","result":1,"parameters":null}',
  ])('of which a part cannot be read pin nothing either: %s', (one) =>
    expect(parsePins(`{"pins":[${one}]}`)).toEqual([]),
  )

  test('keep the parameters that they are for', () => {
    const pins = [
      { idea: 'a', tool: 'b', result: 1, parameters: { line: 'la' } },
      { idea: 'a', tool: 'b', result: 2 },
    ]
    expect(parsePins(JSON.stringify({ pins }))).toStrictEqual(pins)
    expect(parsePins('[{"idea":"a","tool":"b","result":1}]')).toEqual([])
  })

  test('may pin null', () => {
    expect(parsePins('{"pins":[{"idea":"a","tool":"b","result":null}]}')).toHaveLength(1)
  })
})
