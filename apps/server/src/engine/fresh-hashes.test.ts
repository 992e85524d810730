import { sha256Text } from '@ensemble/core/host'
import { describe, expect, test } from 'vitest'
import { createFreshHashes } from './fresh-hashes.ts'

const MINUTE = 60_000
const song = sha256Text('a song')
const poem = sha256Text('a poem')

describe('content that was just put', () => {
  test('is fresh for a minute, in which the event that names it may still come', () => {
    let now = 0
    const fresh = createFreshHashes(() => now)
    expect(fresh.has(song)).toBe(false)
    fresh.add(song)
    now = MINUTE - 1
    expect(fresh.has(song)).toBe(true)
    now = MINUTE
    expect(fresh.has(song)).toBe(false)
  })

  test('is fresh again when it is put again, and keeps nothing else so', () => {
    let now = 0
    const fresh = createFreshHashes(() => now)
    fresh.add(song)
    fresh.add(poem)
    now = MINUTE - 1
    fresh.add(song)
    now = MINUTE
    expect(fresh.has(song)).toBe(true)
    expect(fresh.has(poem)).toBe(false)
  })
})
