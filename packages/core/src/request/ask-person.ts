import type { CompositionOptions } from '../idea/idea.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { EffectiveTool } from './composition.ts'

/** The reserved Tool by which a model asks the person back (docs/contract/protocol.md#composition). */
export const ASK_PERSON = 'ask_person'

export const ASK_PERSON_DESCRIPTION =
  'Asks the person back. Its result is their answer. Call it alone, and only if you cannot go on without what they alone know.'

/** Made for the first Idea that allows questions: most programs have none. */
let made: EffectiveTool | undefined

/** No Activity works for it and the model does not fill it: a person answers. */
function askPerson(): EffectiveTool {
  const { tool } = normaliseTool(ASK_PERSON, {
    type: 'object',
    description: ASK_PERSON_DESCRIPTION,
    properties: {
      question: { type: 'string', minLength: 1, description: 'the question, in the language of the person' },
    },
    required: ['question'],
  })
  return { tool, mode: 'explicit', activity: '' }
}

/** The Tools, with the one that asks the person where the Idea allows questions. A Tool of the author's under its name stays. */
export const withQuestions = (
  tools: readonly EffectiveTool[],
  { questions }: Pick<CompositionOptions, 'questions'>,
): readonly EffectiveTool[] =>
  questions && !tools.some((other) => other.tool.name === ASK_PERSON) ? [...tools, (made ??= askPerson())] : tools

/** Whether a Call of this Tool is a question to the person. */
export const isQuestion = (effective: Pick<EffectiveTool, 'tool'> | undefined): boolean =>
  made !== undefined && effective?.tool === made.tool
