import type { Problem } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { moved, onlyMoved } from './moved-problems.ts'

const problem = (offset: number, length: number, message = 'Vague.'): Problem => ({
  code: 'lint.descriptionVague',
  severity: 'warning',
  message,
  path: '',
  range: [offset, length],
})
const BEFORE = { text: 'one two three', problems: [problem(4, 3)] }

describe('what is found after a key', () => {
  it('is the same where it moved with its words', () => {
    expect(onlyMoved(BEFORE, { text: 'onze two three', problems: [problem(5, 3)] })).toBe(true)
    expect(onlyMoved(BEFORE, { text: 'one two thre', problems: [problem(4, 3)] })).toBe(true)
    expect(onlyMoved(BEFORE, { text: 'one twwo three', problems: [problem(4, 4)] })).toBe(true)
  })

  it('is the same if nothing changed, or it has no place in the text', () => {
    expect(onlyMoved(BEFORE, BEFORE)).toBe(true)
    const { range: _, ...everywhere } = problem(0, 1)
    const before = { text: 'one two three', problems: [everywhere] }
    expect(onlyMoved(before, { text: 'one two three', problems: [problem(0, 1)] })).toBe(true)
    expect(onlyMoved(before, { text: 'one two thre', problems: [everywhere] })).toBe(true)
    expect(onlyMoved(BEFORE, { ...BEFORE, problems: [problem(4, 4)] })).toBe(false)
    expect(moved(before, 'one two three')).toBe(before.problems)
  })

  it('is another where a word of it or its place changed', () => {
    expect(onlyMoved(BEFORE, { text: 'onze two three', problems: [problem(5, 3, 'Too short.')] })).toBe(false)
    expect(onlyMoved(BEFORE, { text: 'onze two three', problems: [problem(4, 3)] })).toBe(false)
    expect(onlyMoved(BEFORE, { text: 'onze two three', problems: [] })).toBe(false)
  })

  it('is marked again if the key touches its edge', () => {
    expect(onlyMoved(BEFORE, { text: 'one xtwo three', problems: [problem(5, 3)] })).toBe(false)
    expect(onlyMoved(BEFORE, { text: 'one twox three', problems: [problem(4, 4)] })).toBe(false)
  })

  it('keeps its shifted place until the next findings, unless the key touched it', () => {
    const two = { text: 'one two three', problems: [problem(0, 3), problem(4, 3), problem(8, 5)] }
    expect(moved(two, 'one twox three').map(({ range }) => range)).toEqual([
      [0, 3],
      [9, 5],
    ])
  })
})
