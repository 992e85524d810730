import type { Json } from '../schema/json.ts'

const MOST_LETTERS = 200

/** A Run's title from its input: the first text of more than one word, otherwise the first text. */
export const inputTitle = (input: Json): string | undefined => {
  const texts = textsIn(input)
  return texts.find((text) => /\s/.test(text)) ?? texts[0]
}

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim().slice(0, MOST_LETTERS)]
  if (typeof value !== 'object' || value === null) return []
  // Json's arrays and objects hold Json.
  return (Object.values(value) as readonly Json[]).flatMap(textsIn)
}
