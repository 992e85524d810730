import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Deltas } from './deltas.ts'
import type { ModelDelta } from './model.ts'

/** Pieces that come together, perhaps with a fault at the end. */
const together = fc.record({ texts: fc.array(fc.string(), { maxLength: 5 }), isCut: fc.boolean() })

const deltasOf = (parts: readonly { readonly texts: readonly string[]; readonly isCut: boolean }[]): Deltas => {
  const left = [...parts]
  return new Deltas({
    open: async () => ({
      async next() {
        const part = left.shift()
        return (
          part &&
          (function* () {
            for (const text of part.texts) yield { type: 'text', text } as const
            if (part.isCut) throw new Error('cut')
          })()
        )
      },
      cancel: () => undefined,
    }),
    note: () => undefined,
    toError: (fault, isAnswering) => new Error(`told ${isAnswering}`, { cause: fault }),
    onEnd: () => undefined,
  })
}

const read = async (deltas: Deltas, isReadyAsked: boolean): Promise<unknown[]> => {
  const seen: unknown[] = []
  try {
    for await (const first of deltas)
      for (let delta: ModelDelta | undefined = first; delta; delta = isReadyAsked ? deltas.ready() : undefined)
        seen.push(delta)
  } catch (error) {
    seen.push(String(error))
  }
  return seen
}

describe('The pieces of an answer', () => {
  it('are the same, and end the same, whether those that came together are waited for or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(together, { maxLength: 4 }), async (parts) => {
        expect(await read(deltasOf(parts), true)).toEqual(await read(deltasOf(parts), false))
      }),
    )
  })

  it('that came together are ready after the first, and nothing is ready before or behind them', async () => {
    const deltas = deltasOf([
      { texts: ['a', 'b'], isCut: false },
      { texts: ['c'], isCut: false },
    ])
    expect(deltas.ready()).toBeUndefined()
    expect(await deltas.next()).toEqual({ done: false, value: { type: 'text', text: 'a' } })
    expect(deltas.ready()).toEqual({ type: 'text', text: 'b' })
    expect(deltas.ready()).toBeUndefined()
    expect(await deltas.next()).toEqual({ done: false, value: { type: 'text', text: 'c' } })
  })
})
