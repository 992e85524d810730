import { describe, expect, test } from 'vitest'
import { HttpProblem } from './http-problem.ts'
import {
  decodeUtf8,
  decodeUtf8InTurns,
  parseBody,
  parseBodyInTurns,
  parsePieces,
  readBytes,
  refuseHeavy,
} from './read-body.ts'

/** A request whose body comes in these pieces, with or without a declared length. */
const sent = (pieces: readonly (string | Uint8Array)[], headers: Record<string, string> = {}): Request => {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      controller.close()
    },
  })
  return new Request('http://localhost', { method: 'POST', body, headers, duplex: 'half' } as RequestInit) // `duplex` is newer than its type
}
const refused = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (problem) {
    if (!(problem instanceof HttpProblem)) throw problem
    return `${problem.status} ${problem.code}`
  }
}

describe('a body', () => {
  test('comes together from its pieces, in order', async () => {
    expect(decodeUtf8(await readBytes(sent(['{"a"', ':', '1}'])))).toBe('{"a":1}')
    expect(await readBytes(new Request('http://localhost'))).toEqual(new Uint8Array())
  })

  test('may be as long as the limit and no byte longer, declared or not', async () => {
    expect(await readBytes(sent(['1234', '5678']), 8)).toHaveLength(8)
    expect(await refused(() => readBytes(sent(['1234', '56789']), 8))).toBe('413 body.tooLarge')
    expect(await readBytes(sent(['12345678'], { 'content-length': '8' }), 8)).toHaveLength(8)
  })

  test('that breaks off is reported as such: the client left, and there is no fault here', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('aborted')),
    })
    const request = new Request('http://localhost', { method: 'POST', body, duplex: 'half' } as RequestInit) // as above
    expect(await refused(() => readBytes(request))).toBe('400 body.invalid')
  })

  test('that is declared too long is refused before a byte of it is read', async () => {
    const request = sent(['1'], { 'content-length': '9' })
    expect(await refused(() => readBytes(request, 8))).toBe('413 body.tooLarge')
    expect(request.bodyUsed).toBe(false)
  })

  test('that is not UTF-8 is refused, in one piece and in turns', async () => {
    const broken = new Uint8Array([0x22, 0xff, 0x22])
    expect(await refused(() => decodeUtf8(broken))).toBe('400 json.invalid')
    expect(await refused(() => decodeUtf8InTurns(broken))).toBe('400 json.invalid')
    const long = new Uint8Array(1024 * 1024 + 1).fill(0x20)
    long[long.length - 1] = 0xc3
    expect(await refused(() => decodeUtf8InTurns(long))).toBe('400 json.invalid')
  })

  test('keeps a byte-order mark, so that it is refused as no JSON', async () => {
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])
    expect(decodeUtf8(marked)).toBe('\ufeff{}')
    expect(await refused(() => parseBody(decodeUtf8(marked)))).toBe('400 json.invalid')
    const long = new Uint8Array(1024 * 1024 + 3).fill(0x20)
    long.set(marked)
    expect((await decodeUtf8InTurns(long)).startsWith('\ufeff{}')).toBe(true)
  })

  test('that is long lets others continue while it is decoded', async () => {
    let others = 0
    const bytes = new Uint8Array(3 * 1024 * 1024).fill(0x20)
    const decoding = decodeUtf8InTurns(bytes)
    setImmediate(() => others++)
    await decoding
    expect(others).toBeGreaterThan(0)
  })

  test('is decoded the same in turns, even if a letter spans two of them', async () => {
    const text = `${' '.repeat(1024 * 1024 - 1)}ё${'ж'.repeat(1024 * 1024)}`
    expect(await decodeUtf8InTurns(new TextEncoder().encode(text))).toBe(text)
  })

  test('is read from its pieces as from the whole', async () => {
    const bytes = new TextEncoder().encode('{"a":"\u0451"}')
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await parsePieces([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual({ a: '\u0451' })
    expect(await refused(() => parsePieces([bytes.subarray(0, 7)]))).toBe('400 json.invalid')
    expect(await refused(() => parsePieces([bytes, new Uint8Array([0xc3])]))).toBe('400 json.invalid')
  })

  test('is strict JSON; a refusal says where', async () => {
    expect(parseBody('{"a":[1]}')).toEqual({ a: [1] })
    expect(await parseBodyInTurns('{"a":[1]}')).toEqual({ a: [1] })
    for (const read of [parseBody, parseBodyInTurns]) {
      expect(await refused(() => read('{"a":1,"a":2}'))).toBe('400 json.duplicateKey')
      expect(await refused(() => read('"long"', 3))).toBe('413 json.tooLarge')
      expect(await refused(() => read('['.repeat(513) + ']'.repeat(513)))).toBe('400 json.tooDeep')
      expect(await refused(() => read('['.repeat(512) + ']'.repeat(512)))).not.toBe('400 json.tooDeep')
    }
    expect(() => parseBody('{"a":{"b":x}}')).toThrow(
      expect.objectContaining({
        options: { errors: [{ path: '/a/b', message: expect.stringContaining('(offset 10)') }] },
      }),
    )
  })

  test('may hold as many values as a file of the workspace and no more', async () => {
    expect(await refused(() => refuseHeavy(Array.from({ length: 39_000 }, () => 1)))).toBeUndefined()
    expect(await refused(() => refuseHeavy(Array.from({ length: 41_000 }, () => 1)))).toBe('413 body.tooLarge')
  })
})
