import { describe, expect, it } from 'vitest'
import { extendChoice, NOTHING, toggleRun, withoutRun } from './choice.ts'

const LISTED = ['a', 'b', 'c', 'd', 'e', 'f']

describe('runs chosen in a list', () => {
  it('are chosen one by one, in the order in which they were pressed', () => {
    const two = toggleRun(toggleRun(NOTHING, 'd'), 'b')
    expect(two.chosen).toEqual(['d', 'b'])
    expect(toggleRun(two, 'd').chosen).toEqual(['b'])
  })

  it('become a range from the last one pressed, downwards and upwards', () => {
    expect(extendChoice(toggleRun(NOTHING, 'b'), LISTED, 'd').chosen).toEqual(['b', 'c', 'd'])
    expect(extendChoice(toggleRun(NOTHING, 'e'), LISTED, 'c').chosen).toEqual(['c', 'd', 'e'])
  })

  it('lose everything outside a shorter range, and keep other choices', () => {
    const beside = toggleRun(toggleRun(NOTHING, 'f'), 'a')
    const long = extendChoice(beside, LISTED, 'd')
    expect(long.chosen).toEqual(['f', 'a', 'b', 'c', 'd'])
    expect(extendChoice(long, LISTED, 'b').chosen).toEqual(['f', 'a', 'b'])
  })

  it('begin a new range where the focus went elsewhere meanwhile', () => {
    const first = extendChoice(toggleRun(NOTHING, 'a'), LISTED, 'b')
    expect(extendChoice(first, LISTED, 'e', 'd').chosen).toEqual(['a', 'b', 'd', 'e'])
  })

  it('are one where nothing was pressed before, or where what was pressed is no longer listed', () => {
    expect(extendChoice(NOTHING, LISTED, 'c').chosen).toEqual(['c'])
    expect(extendChoice(toggleRun(NOTHING, 'gone'), LISTED, 'c').chosen).toEqual(['gone', 'c'])
  })

  it('forget a run that is deleted', () => {
    expect(withoutRun(extendChoice(toggleRun(NOTHING, 'a'), LISTED, 'c'), 'b').chosen).toEqual(['a', 'c'])
  })
})
