import { estimateUsage } from './estimate-usage.ts'
import { ModelError, type ChatBody, type ModelDelta, type ModelUsage } from './model.ts'

/** A streamed answer at its end. */
export interface Ended {
  /** False where the endpoint sent nothing that is one. */
  readonly isAnswer: boolean
  /** Why the model stopped; undefined where the stream did. */
  readonly finish: string | undefined
  /** As the endpoint counted; undefined where it did not. */
  readonly usage: ModelUsage | undefined
  readonly refusal: string
  readonly body: ChatBody
  /** Characters of the answer, and of the thoughts before it. */
  readonly characters: number
  readonly thought: number
}

const refused = (why: string): ModelError =>
  new ModelError('model.refused', `The model refused to answer: ${why}`, { retryable: false })

/** Ends an answer: usage, then the finish. Throws ModelError if it isn't complete. */
export function* endAnswer(ended: Ended): Generator<ModelDelta> {
  const { finish, usage, refusal } = ended
  if (!ended.isAnswer)
    throw new ModelError(
      'model.envelope',
      'The model’s endpoint sent no answer. Check its address and the name of the model.',
      { retryable: true },
    )
  if (finish === undefined) {
    if (usage) yield { type: 'usage', usage }
    throw new ModelError('model.cut', 'The model’s answer stopped before its end.', { retryable: true })
  }
  yield { type: 'usage', usage: usage ?? estimateUsage(ended.body, ended.characters, ended.thought) }
  if (refusal !== '') throw refused(refusal)
  if (finish === 'content_filter') throw refused('the endpoint’s content filter stopped it.')
  if (finish === 'length')
    throw new ModelError('model.length', 'The model’s answer reached the token limit: raise maxOutputTokens.', {
      retryable: false,
    })
  yield { type: 'finish', reason: finish }
}
