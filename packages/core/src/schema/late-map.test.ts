import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LateMap } from './late-map.ts'

const keys = fc.constantFrom<string | number>('a', 'b', '__proto__', Number.NaN)
const steps = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('set' as const), key: keys, value: fc.nat(9) }),
    fc.record({ type: fc.constant('delete' as const), key: keys }),
  ),
)

it('A map that begins late holds what a Map holds, after every step', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const late = new LateMap<string | number, number>()
      const map = new Map<string | number, number>()
      for (const step of taken) {
        if (step.type === 'set') {
          late.set(step.key, step.value)
          map.set(step.key, step.value)
        } else expect(late.delete(step.key)).toBe(map.delete(step.key))
        expect(late.size).toBe(map.size)
        expect(late.entries()).toEqual([...map])
        expect(late.keys()).toEqual([...map.keys()])
        expect(late.values()).toEqual([...map.values()])
        for (const key of ['a', 'b', 'c', '__proto__', Number.NaN]) {
          expect(late.get(key)).toBe(map.get(key))
          expect(late.has(key)).toBe(map.has(key))
        }
      }
    }),
  )
})

it('What comes or goes while its entries are looked at is not seen', () => {
  const late = new LateMap<string, number>()
  late.set('a', 1)
  late.set('b', 2)
  const seen: string[] = []
  for (const [key] of late.entries()) {
    seen.push(key)
    late.delete('b')
    late.set('c', 3)
  }
  expect(seen).toEqual(['a', 'b'])
})
