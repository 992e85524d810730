import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { messagesOf } from '../../document/texts/idea-view.ts'

/** The Idea's default input with a sentence that names the Tool, which the simulated model then chooses. */
export function inputNaming(idea: JsonObject, tool: string): Json | undefined {
  const message = messagesOf(idea).find(({ type }) => type === 'input')?.message
  if (message === undefined) return undefined
  const { input, schema } = message
  const sentence = `Use ${tool}.`
  const named = (text: Json | undefined): string =>
    typeof text === 'string' && text.trim() !== '' ? `${text.trim().replace(/[^.!?…]$/u, '$&.')} ${sentence}` : sentence
  if (!isObject(schema) || !isObject(schema.properties)) return named(input)
  const given = isObject(input) ? input : {}
  const fields = Object.entries(schema.properties)
  const isFree = ([, field]: readonly [string, Json]): boolean =>
    isObject(field) && field.type === 'string' && field.enum === undefined && field.const === undefined
  // The longest text is the one that speaks; other fields are names and values.
  const [field] = fields
    .filter(isFree)
    .map(([name]) => name)
    .toSorted((a, b) => lengthOf(given[b]) - lengthOf(given[a]))
  return field === undefined ? given : { ...given, [field]: named(given[field]) }
}

const lengthOf = (value: Json | undefined): number => (typeof value === 'string' ? value.length : 0)
