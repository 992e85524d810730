import { type Sha256, sha256Bytes } from '@ensemble/core'
import type { NewEvent } from '@ensemble/core/journal'
import { GENESIS, sealEvents } from '@ensemble/core/host'
import { describe, expect, test } from 'vitest'
import type { Statements } from './statements.ts'
import { type VerifiedReader, createVerifiedReader } from './verified-reader.ts'

const event = (n: number): NewEvent =>
  ({
    type: 'call.logged',
    key: `call#${n}`,
    at: '',
    span: '',
    parent: null,
    data: { text: `line ${n}` },
  }) as unknown as NewEvent // its type is not looked at
const sealed = sealEvents('run', { seq: 0, hash: GENESIS }, [1, 2, 3, 4].map(event), {})
const recorded = sealed.map(({ line }) => line)
const head = sealed.at(-1)?.head

/** A reader of these lines, whose Run was recorded with the head of all four. */
const readerOf = (lines: readonly string[], bodies: Readonly<Record<Sha256, Uint8Array>> = {}): VerifiedReader =>
  createVerifiedReader({
    run: () => ({ summary: { head } }),
    lines: (_run: string, after: number, limit: number) => lines.slice(after, after + limit),
    bodies: { get: (hash: Sha256) => bodies[hash], messages: () => undefined },
  } as unknown as Statements) // what a reader asks of them

const changed = (n: number): readonly string[] =>
  recorded.map((line, index) => (index === n - 1 ? line.replace(`line ${n}`, 'forged') : line))
const damage = (read: () => unknown): string => {
  try {
    read()
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  }
}

describe('reading a Run’s Journal', () => {
  test('gives the lines that were recorded, from any event on, in pieces of any size', () => {
    const reader = readerOf(recorded)
    for (let after = 0; after < 4; after++)
      for (const limit of [1, 2, 4, 500])
        expect(reader.lines('run', after, limit)).toEqual(recorded.slice(after, after + limit))
    expect(reader.lines('run', 4, 500)).toEqual([])
    expect(reader.lines('run', 9, 500)).toEqual([])
    expect(reader.events('run', 2, 1)).toMatchObject([{ seq: 3, key: 'call#3' }])
    expect(reader.isDamaged('run')).toBe(false)
  })

  test('of a missing Run gives nothing', () => {
    const none = createVerifiedReader({ run: () => undefined } as unknown as Statements) // asked for nothing else
    expect(none.lines('run', 0, 500)).toEqual([])
  })

  test.each([1, 2, 3, 4])('finds that event %i was changed, the last one too', (n) => {
    const reader = readerOf(changed(n))
    expect(damage(() => reader.lines('run', 0, 500))).toContain(`Run run is not as it was recorded: event ${n} was`)
    expect(reader.isDamaged('run')).toBe(true)
    reader.forget('run')
    expect(reader.isDamaged('run')).toBe(false)
  })

  test('finds a change at the end of a piece with the next one', () => {
    const reader = readerOf(changed(2))
    expect(reader.lines('run', 0, 2)).toHaveLength(2)
    expect(damage(() => reader.lines('run', 2, 2))).toContain('event 2')
  })

  test('finds lost events, at any place', () => {
    const without = (n: number) => readerOf(recorded.filter((_, index) => index !== n - 1))
    expect(damage(() => without(1).lines('run', 0, 500))).toContain('event 1')
    expect(damage(() => without(2).lines('run', 0, 500))).toContain('event 1')
    expect(damage(() => without(4).lines('run', 0, 500))).toContain('event 4')
    expect(damage(() => readerOf([]).lines('run', 0, 500))).toContain('event 1')
    expect(damage(() => readerOf(recorded.slice(0, 1)).lines('run', 3, 500))).toContain('event 3')
  })

  test('gives a value only where its hash vouches for it', () => {
    const bytes = new TextEncoder().encode('"a song"')
    const hash = sha256Bytes(bytes)
    expect(readerOf(recorded, { [hash]: bytes }).body('run', hash)).toBe('"a song"')
    expect(readerOf(recorded).body('run', hash)).toBeUndefined()
    const reader = readerOf(recorded, { [hash]: new TextEncoder().encode('"forged"') })
    expect(damage(() => reader.body('run', hash))).toContain(`the value ${hash.slice(0, 12)}… was`)
    expect(reader.isDamaged('run')).toBe(true)
  })
})
