import { describe, expect, test } from 'vitest'
import { choicesFor, type Asked, type Choice, type Stock } from './choices.ts'

const activities = ['mixSong', 'renderPart', 'searchWeb', 'writeTitle'].map((name): Choice => ({
  type: 'activity',
  name,
}))
const STOCK: Stock = {
  ideas: [
    { type: 'idea', name: 'composer', title: 'Composer' },
    { type: 'idea', name: 'recomposer', title: 'Recomposer' },
  ],
  activities,
  tools: [],
  mcp: [],
  templates: [{ type: 'template', name: 'music', title: 'Music studio', ideas: 3 }],
}
const ask = (text: string, more: Partial<Asked> = {}) => choicesFor({ text, section: null, to: 'idea', ...more }, STOCK)
const said = (text: string, more: Partial<Asked> = {}): string[] =>
  ask(text, more).flatMap(({ choices }) => choices.map(({ type, name }) => `${type} ${name}`.trim()))

describe('the picker', () => {
  test('is short before anything is typed: longer sections are one line each, empty ones none', () => {
    expect(said('')).toEqual([
      'newIdea',
      'model',
      'code',
      'http',
      'idea composer',
      'idea recomposer',
      'section activities',
      'section templates',
    ])
  })

  test('takes what is typed as the new name, with a new Idea first, and then what has it', () => {
    const found = said('search')
    expect(found[0]).toBe('newIdea search')
    expect(found).toContain('activity searchWeb')
    expect(found).not.toContain('activity mixSong')
  })

  test('means what is called exactly so, rather than a second one', () => {
    expect(said('COMPOSER').slice(0, 2)).toEqual(['idea composer', 'idea recomposer'])
    expect(said('compose')[0]).toBe('newIdea compose')
  })

  test('offers notes on the canvas alone, and to a Tool only who can do its work', () => {
    expect(said('', { to: 'canvas' })).toContain('note')
    const work = said('', { to: 'tool' })
    expect(work).not.toContain('model')
    expect(work).not.toContain('section templates')
    expect(work).toContain('section activities')
  })

  test('lists all of a section that was entered', () => {
    expect(said('', { section: 'activities' })).toHaveLength(activities.length)
    expect(said('write', { section: 'activities' })).toEqual(['activity writeTitle'])
  })
})
