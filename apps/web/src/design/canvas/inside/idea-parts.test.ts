import { describe, expect, it } from 'vitest'
import { fieldsOf, messageCards } from './idea-parts.ts'

describe('the inside of an Idea', () => {
  it('shows its Messages in order, each by what tells it apart', () => {
    const cards = messageCards({
      context: [
        { type: 'text', role: 'system', text: 'You are a planner.' },
        { type: 'input', schema: { properties: { goal: { type: 'string' } }, required: ['goal'] } },
        { type: 'tool', tool: { a: {}, b: {} } },
        { role: 'user', content: 'Hello' },
      ],
    })
    expect(cards.map(({ title }) => title)).toEqual(['System text', 'Input', '2 tools', 'User text'])
    expect(cards[3]?.text).toBe('Hello')
    expect(cards[1]?.fields).toEqual([{ name: 'goal', type: 'string', isRequired: true }])
  })

  it('names types as people read them and leaves meta fields out', () => {
    const fields = fieldsOf({
      properties: {
        _module: { const: 'idea://a' },
        tags: { type: 'array', items: { type: 'string' } },
        mood: { enum: ['sad', 'glad'] },
        more: {},
      },
    })
    expect(fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'tags string[]',
      'mood "sad" | "glad"',
      'more any',
    ])
  })
})
