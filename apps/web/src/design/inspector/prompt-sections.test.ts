import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PARTS, hasSections, readSections, withSection } from './prompt-sections.ts'

const TEXT = '# Role\n\nYou are a composer.\n\n# Constraints\n\n- Short\n- In C'

describe('the parts of a system text', () => {
  it('are read by their headings, with the text before them', () => {
    const { preamble, parts } = readSections(`Begin.\n\n${TEXT}`)
    expect(preamble).toBe('Begin.')
    expect([...parts]).toEqual([
      ['role', 'You are a composer.'],
      ['constraints', '- Short\n- In C'],
    ])
    expect([hasSections(TEXT), hasSections('You are a composer. # Role')]).toEqual([true, false])
  })

  it('are written one by one, each in its place, and go when they are emptied', () => {
    const withGoal = withSection(TEXT, 'goal', 'A song.')
    expect(withGoal).toBe('# Role\n\nYou are a composer.\n\n# Goal\n\nA song.\n\n# Constraints\n\n- Short\n- In C')
    expect(withSection(withGoal, 'goal', '')).toBe(TEXT)
    expect(withSection('Just words', 'goal', 'A song.')).toBe('Just words\n\n# Goal\n\nA song.')
  })

  it('read what was written to them, whatever else is there', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '-', '.'), minLength: 1 }).map((each) => `x${each}x`)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...PARTS, 'preamble' as const), words)), (writes) => {
        const text = writes.reduce((now, [part, body]) => withSection(now, part, body), '')
        for (const [part, body] of new Map(writes)) {
          const { preamble, parts } = readSections(text)
          expect(part === 'preamble' ? preamble : parts.get(part)).toBe(body)
        }
      }),
    )
  })
})
