import type { Json, Run } from '@ensemble/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runNames, shortNames } from './run-names.ts'

// The part of a Run that names use.
const run = (id: number, input: Json, idea = 'idea://poem'): Run => ({ id: `run${id}`, idea, input }) as unknown as Run
const namesOf = (...inputs: readonly Json[]): readonly string[] => [
  ...runNames(inputs.map((input, at) => run(at, input))).values(),
]

describe('the names of runs in a list', () => {
  it('are their titles where these differ', () => {
    expect(namesOf({ brief: 'a sad ballad' }, { brief: 'a merry jig' })).toEqual(['a sad ballad', 'a merry jig'])
  })

  it('add what the inputs differ in where titles are the same', () => {
    expect(namesOf({ ask: 'refund the order', order: 'A1' }, { ask: 'refund the order', order: 'B2' })).toEqual([
      'refund the order · A1',
      'refund the order · B2',
    ])
    expect(namesOf({ q: 'the sea', year: 2025 }, { q: 'the sea', year: 2026, deep: true })).toEqual([
      'the sea · year 2025',
      'the sea · year 2026 · deep true',
    ])
  })

  it('add the Idea where several Ideas got the same text', () => {
    const names = runNames([run(1, { q: 'the sea' }), run(2, { q: 'the sea' }, 'idea://prose')])
    expect([...names.values()]).toEqual(['the sea · poem', 'the sea · prose'])
  })

  it('are the same for runs of the same input, so that the list adds when they began', () => {
    const names = runNames([run(1, { q: 'the sea' }), run(2, { q: 'the sea' }), run(3, { q: 'a hill' })])
    expect([...names.values()]).toEqual(['the sea', 'the sea', 'a hill'])
  })

  it('show where they differ when they begin alike for long', () => {
    const names = runNames([
      run(1, 'Write a song about the sea in winter'),
      run(2, 'Write a song about the sea in summer'),
      run(3, 'Write a poem'),
    ])
    expect([...shortNames(names).values()]).toEqual(['Write a s… winter', 'Write a s… summer', 'Write a poem'])
  })

  it('differ for any inputs whose short values differ, however many runs there are', () => {
    const input = fc.record({ topic: fc.constantFrom('the sea', 'the hill'), year: fc.integer({ min: 0, max: 9 }) })
    fc.assert(
      fc.property(fc.array(input), (inputs) => {
        const names = namesOf(...inputs)
        expect(new Set(names).size).toBe(new Set(inputs.map((each) => JSON.stringify([each.topic, each.year]))).size)
      }),
    )
  })
})
