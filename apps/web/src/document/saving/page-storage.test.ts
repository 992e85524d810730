import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPageStorage } from './page-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

describe("what this page keeps in the browser's storage", () => {
  it.each([
    [
      'denies it',
      {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      },
    ],
    ['has none', { get: () => null }],
  ])('is kept as long as the page where the browser %s', (_, access) => {
    vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', access))
    const storage = openPageStorage()
    expect(storage.getItem('a')).toBeNull()
    storage.setItem('a', 'b')
    expect(storage.getItem('a')).toBe('b')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
  })
})
