import type { RawAnswer, RawCall } from '../../model/wire.ts'
import { ASK_PERSON, isQuestion } from '../../request/ask-person.ts'
import type { Composition } from '../../request/composition.ts'
import type { Output } from './read-output.ts'

/** The question in a model's plain text, where questions are allowed. Undefined for any other answer. */
export function questionInText(composition: Composition, answer: RawAnswer, output: Output): RawCall | undefined {
  if (answer.calls.length > 0 || output.type !== 'invalid' || output.error.code !== 'json.invalid') return undefined
  if (!isQuestion(composition.byName.get(ASK_PERSON))) return undefined
  const text = (answer.outputText ?? answer.raw).trim()
  // Text with a brace, or that begins as a list or a string, was meant as JSON, in a fence or broken.
  if (text === '' || /\{|^["[]/.test(text)) return undefined
  return { index: 0, tool: ASK_PERSON, text: JSON.stringify({ question: text }) }
}
