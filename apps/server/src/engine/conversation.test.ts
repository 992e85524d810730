import { describe, expect, test } from 'vitest'
import { conversationOf, messagesIn, messagesOf, readRecipe, recipeFor, writeRecipe } from './conversation.ts'

const said = (content: string): string => JSON.stringify({ role: 'user', content })
const a = said('a')
const b = said('b "},{"role":"user" c')
const long = said('x'.repeat(5000))

/** The messages as they come back from what would be stored, and the size of that. */
const kept = (
  messages: readonly string[],
  base: readonly string[],
): readonly [readonly string[] | undefined, number] => {
  const { recipe, parts } = recipeFor(messages, base, 1)
  const text = writeRecipe(recipe)
  const read = readRecipe(text)
  return [read && messagesOf(read, base, (hash) => parts.get(hash)), text.length]
}

describe('a conversation', () => {
  test('is cut between its messages, and not inside one that quotes the same', () => {
    const messages = [a, b, long, said('')]
    expect(messagesIn(conversationOf(messages))).toEqual(messages)
    expect(messagesIn('[]')).toBeUndefined()
    expect(messagesIn('"text"')).toBeUndefined()
    expect(messagesIn(`[\n${a}]`)).toBeUndefined()
    expect(messagesIn(`[${a}`)).toBeUndefined()
  })

  test('is kept as what it adds to the one before, also where one message in it is another', () => {
    const base = [a, said('state 1'), ...Array.from({ length: 50 }, (_, n) => said(`turn ${n} ${'y'.repeat(90)}`))]
    const next = [...base.with(1, said('state 2')), said('new')]
    const [read, size] = kept(next, base)
    expect(read).toEqual(next)
    expect(size).toBeLessThan(200)
    expect(kept([...base, a], base)).toEqual([[...base, a], expect.any(Number)])
    expect(kept(base.slice(0, 3), base)[0]).toEqual(base.slice(0, 3))
    expect(kept(next, [])[0]).toEqual(next)
  })

  test('names long messages by their hash, and gives nothing where one is lost', () => {
    const { recipe, parts } = recipeFor([a, long], [a], 1)
    expect([...parts.values()]).toEqual([long])
    expect(messagesOf(recipe, [a], () => undefined)).toBeUndefined()
    expect(messagesOf(recipe, [a], (hash) => parts.get(hash))).toEqual([a, long])
  })

  test.each(['', 'x', '[]', '{}', '["one"]', '[1,'])('%j isn’t a recipe', (text) => {
    expect(readRecipe(text)).toBeUndefined()
  })
})
