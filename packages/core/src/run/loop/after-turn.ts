import type { Message } from '../../idea/message.ts'
import { showUnread } from '../../model/shown-value.ts'
import { isObject, type Json } from '../../schema/json.ts'
import type { Answered } from '../perform/ask.ts'
import type { Output } from './read-output.ts'

/** What the model is told about the turn beside the results of its Calls. Errors are never hidden from it. */
export function afterTurn(answered: Answered, output: Output, calls: number): readonly Message[] {
  if (answered.type === 'failed')
    return [
      {
        type: 'error',
        error: {
          code: 'answer.cut',
          message: `Your last answer was cut off (${answered.message}) Only its complete calls above were executed. Go on from there.`,
        },
      },
    ]
  const said: Message[] =
    answered.answer.calls.length === 0
      ? [{ type: 'text', role: 'assistant', text: showUnread(answered.answer.raw) }]
      : []
  if (output.type === 'invalid') return [...said, { type: 'error', error: output.error }]
  if (output.type === 'output')
    return [
      {
        type: 'error',
        error: {
          code: 'output.setAside',
          message:
            'Your output was set aside because a call of the same answer failed. Repair the call or answer without it.',
        },
      },
    ]
  if (calls > 0) return []
  return [
    ...said,
    {
      type: 'error',
      error: {
        code: 'answer.empty',
        message: 'Your answer held neither calls nor an output. Make a call, or give the output.',
      },
    },
  ]
}

/** How a Loop's Messages end. */
export const finalMessage = (output: Json): Message => ({
  type: 'text',
  role: 'assistant',
  text: typeof output === 'string' ? output : JSON.stringify(isObject(output) ? output : { output }),
})
