import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type Steps, A_TURN, atOnce, inTurns, inTurnsIfLarge } from './turns.ts'

/** Work that counts its steps; 70,000 characters in one are large, 1,000 are not. */
function* work(steps: readonly number[]): Steps<readonly number[]> {
  const done: number[] = []
  for (const characters of steps) {
    done.push(characters)
    yield characters
  }
  return done
}
const createRest = () => vi.fn(() => Promise.resolve())
const steps = fc.array(fc.constantFrom(1, 1000, 40_000, 70_000, A_TURN))

describe('work in steps', () => {
  it('gives the same at once, in turns, and in turns only where it is large', () =>
    fc.assert(
      fc.asyncProperty(steps, async (each) => {
        const rest = createRest()
        expect(await inTurns(work(each), rest)).toEqual(atOnce(work(each)))
        expect(await inTurnsIfLarge(work(each), rest)).toEqual(each)
        expect(await inTurnsIfLarge(work(each), undefined)).toEqual(each)
      }),
    ))

  it('rests equally often with any caller, and never for small values', () =>
    fc.assert(
      fc.asyncProperty(steps, async (each) => {
        const [one, other] = [createRest(), createRest()]
        await inTurns(work(each), one)
        const made = inTurnsIfLarge(work(each), other)
        expect(made instanceof Promise).toBe(one.mock.calls.length > 0)
        await made
        expect(other.mock.calls.length).toBe(one.mock.calls.length)
        if (each.reduce((sum, characters) => sum + characters, 0) <= 65_536) expect(one.mock.calls.length).toBe(0)
      }),
    ))

  it('hands on what a step throws', async () => {
    function* broken(): Steps<void> {
      yield A_TURN
      throw new Error('no further')
    }
    const rest = createRest()
    expect(() => atOnce(broken())).toThrow('no further')
    await expect(inTurns(broken(), rest)).rejects.toThrow('no further')
    await expect(inTurnsIfLarge(broken(), rest)).rejects.toThrow('no further')
  })
})
