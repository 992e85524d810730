import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson, parseJsonInTurns, parsePiecesInTurns } from './parse-json.ts'

const refused = (text: string): { code: string; message: string; offset: number; path: string | undefined } => {
  const parsed = parseJson(text)
  if (parsed.ok) throw new Error(`accepted ${text}`)
  return { code: parsed.code, message: parsed.message, offset: parsed.offset, path: parsed.path }
}

describe('valid JSON', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
        const laidOut = JSON.stringify(JSON.parse(text), null, space)
        expect(parseJson(laidOut)).toEqual({ ok: true, value: JSON.parse(laidOut) })
      }),
    )
  })

  it('may hold every escape, every literal and -0', () => {
    const text = ' { "\\u00e9\\"\\\\\\/\\b\\f\\n\\r\\t" : [ true , false , null , -0 , 1.5E-3 ] } '
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
    expect(Object.is((parseJson('-0') as { value: number }).value, -0)).toBe(true)
  })

  it('may hold a string of any length, whatever is escaped in it and wherever', () => {
    const parts = fc.constantFrom('a', '\\', '"', '\n', 'word '.repeat(12), 'ж', '\u0000', '\\"')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (found) => {
        const value = { [found.join('')]: found.join('') }
        expect(parseJson(JSON.stringify(value))).toEqual({ ok: true, value })
      }),
    )
  })

  it('is refused at the wrong place of a long string', () => {
    for (const [bad, offset] of [
      ['\\x', 0],
      ['\n', 0],
      ['\\u12', 0],
      ['', 1],
    ] as const) {
      const text = `{"a":"${'long '.repeat(100)}\\n${bad}"`.slice(0, bad === '' ? -1 : undefined)
      const at = 6 + 502 + (bad === '' ? 0 : offset)
      expect(parseJson(text)).toMatchObject({ ok: false, code: 'json.invalid', offset: at, path: '/a' })
    }
  })

  it('carries lone surrogates, NUL and long strings unchanged', () => {
    expect(parseJson('["\\ud800","\\u0000","\udc00"]')).toEqual({ ok: true, value: ['\ud800', '\0', '\udc00'] })
    const long = JSON.stringify('é'.repeat(5_000_000))
    expect(parseJson(long, { maxLength: 10_000_000 })).toEqual({ ok: true, value: JSON.parse(long) })
  })

  it('keeps __proto__ as an own property and touches no prototype', () => {
    const parsed = parseJson('{"__proto__":{"polluted":true},"constructor":1,"toString":2}')
    if (!parsed.ok) throw new Error(parsed.message)
    expect(Object.keys(parsed.value as object)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('a string longer than one step', () => {
  it('is read to its end, even if an escape is near the end of the text', () => {
    for (const end of ['', '\n', '}\n', '\n}"}', '\\', '\\\\"', '\u0001'])
      for (const length of [131_072 - 8, 131_072, 131_072 + 8, 300_000]) {
        const value = { text: 'a'.repeat(length) + end }
        expect(parseJson(JSON.stringify(value))).toEqual({ ok: true, value })
      }
  })
})

describe('a text that is not JSON', () => {
  it('is refused exactly where JSON.parse refuses it', () => {
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\\',
      '"',
      "'",
      '\n',
      '\u00a0',
      '//',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (chosen) => {
        const text = chosen.join('')
        const parsed = parseJson(text)
        if (!parsed.ok && parsed.code === 'json.duplicateKey') return
        expect(parsed.ok, text).toBe(parses(text))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['', 'the text ends'],
    ['{"a":1', 'expected "," or "}" but the text ends'],
    ['{"a":"x', 'ends inside a string'],
    ['{"a":1,}', 'a comma must not stand before "}"'],
    ['[1,]', 'a comma must not stand before "]"'],
    ["{'a':1}", 'property name in double quotes'],
    ['{a:1}', 'property name in double quotes'],
    ["['a']", 'strings stand in double quotes'],
    ['{"a":1} {"b":2}', 'nothing may follow'],
    ['```json\n{}\n```', 'expected a JSON value'],
    ['"a\nb"', 'must be escaped'],
    ['"\\x41"', 'is no JSON escape'],
    ['\ufeff{}', 'byte-order mark'],
    ['[01]', 'expected "," or "]"'],
  ])('%j is never repaired', (text, message) => {
    expect(refused(text).code).toBe('json.invalid')
    expect(refused(text).message).toContain(message)
  })

  it('is reported with its offset, line, column and path', () => {
    expect(refused('{"a": [1,\n  {"b~/": tru}]}')).toEqual({
      code: 'json.invalid',
      message: 'expected a JSON value but found "tru}]}" (line 2, column 11)',
      offset: 20,
      path: '/a/1/b~0~1',
    })
  })
})

describe('JSON that no Call may carry', () => {
  it('names a property twice, also when one spelling is escaped', () => {
    expect(refused('{"x":{"city":1,"c\\u0069ty":2}}')).toMatchObject({ code: 'json.duplicateKey', path: '/x/city' })
    expect(refused('{"__proto__":1,"__proto__":2}').code).toBe('json.duplicateKey')
    expect(parseJson('[{"a":1},{"a":1}]').ok).toBe(true)
  })

  it('holds a number that is not finite', () => {
    for (const number of ['1e999', '-1e999', 'NaN', 'Infinity', '-Infinity']) {
      expect(refused(`{"n":${number}}`)).toMatchObject({ code: 'json.nonFinite', path: '/n' })
    }
  })

  it('is nested deeper than 64 levels, however deep', () => {
    expect(parseJson('['.repeat(64) + ']'.repeat(64)).ok).toBe(true)
    expect(refused('['.repeat(65) + ']'.repeat(65)).code).toBe('json.tooDeep')
    expect(refused('{"a":'.repeat(100_000)).code).toBe('json.tooDeep')
    expect(parseJson('['.repeat(100_000) + ']'.repeat(100_000), { maxDepth: 200_000 }).ok).toBe(true)
  })

  it('is longer than a mebi of characters', () => {
    expect(refused(`"${'x'.repeat(1024 * 1024)}"`).code).toBe('json.tooLarge')
    expect(parseJson('[1]', { maxLength: 2 })).toMatchObject({ ok: false, code: 'json.tooLarge' })
  })
})

describe('a text read in turns', () => {
  it('gives what is given at once, with a rest after every few thousand values', async () => {
    const texts = [
      JSON.stringify(Array.from({ length: 35_000 }, (_, index) => ({ index }))),
      '{"a": [1, {"b": null}]}',
      `[${'1,'.repeat(30_000)}]`,
      '{"a":1,"a":2}',
      ' ',
    ]
    let rests = 0
    for (const text of texts)
      expect(await parseJsonInTurns(text, {}, async () => void rests++)).toEqual(parseJson(text))
    expect(rests).toBeGreaterThan(5)
    expect(await parseJsonInTurns('[1]', { maxLength: 2 }, async () => {})).toMatchObject({ code: 'json.tooLarge' })
  })
})

describe('a text read in pieces', () => {
  const noRest = async (): Promise<void> => undefined
  /** Cut at any places. */
  const piecesOf = (text: string, cuts: readonly number[]): IterableIterator<string> => {
    const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
    return at
      .slice(1)
      .map((end, index) => text.slice(at[index], end))
      .values()
  }
  const MIB = 1024 * 1024

  it('gives what the whole text gives, wherever it is cut', async () => {
    const texts = fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value, null, 1)),
      fc.constantFrom(
        '{"a":-1.5e+10,"b":tru}',
        '[1e5, Infinity]',
        '{"a":"\\u00',
        '\ufeff{}',
        '[1] [',
        '',
        '{"a":1,\n"a":2}',
      ),
    )
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat()), async (text, cuts) => {
        expect(await parsePiecesInTurns(piecesOf(text, cuts), {}, noRest)).toEqual(parseJson(text))
      }),
    )
  })

  it('gives the place of a fault far behind dropped text', async () => {
    const line = `{"name": "${'word '.repeat(20)}", "numbers": [1.5e10, true, null]},\n`
    const text = `[${line.repeat(30_000)}  x]`
    const limits = { maxLength: 8 * MIB }
    for (const cuts of [[], [MIB], Array.from({ length: 60 }, (_, at) => at * 65_521)])
      expect(await parsePiecesInTurns(piecesOf(text, cuts), {}, noRest)).toEqual(parseJson(text, limits))
    const long = `["${'y\\n'.repeat(MIB)}", 12345]`
    const hard = `{"${'\\"\\u00e9\\\\'.repeat(40_000)}": ["${'xy\\ud83d\\ude00\\\\'.repeat(40_000)}"]}`
    for (const cuts of [[], [150_001, 400_002]]) {
      expect(await parsePiecesInTurns(piecesOf(hard, cuts), {}, noRest)).toEqual({ ok: true, value: JSON.parse(hard) })
      for (const broken of ['\\x', '\n', '\\u00g0', '\\']) {
        const text = `["${'é\\n'.repeat(100_000)}${broken}`
        expect(await parsePiecesInTurns(piecesOf(text, cuts), {}, noRest)).toEqual(parseJson(text))
        expect(parseJson(text)).toMatchObject({ offset: 300_002, path: '/0' })
      }
    }
    expect(await parsePiecesInTurns(piecesOf(long, [7, MIB, 2 * MIB]), {}, noRest)).toEqual(parseJson(long, limits))
  })
})
