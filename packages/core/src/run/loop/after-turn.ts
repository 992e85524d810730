import type { CallError } from '../../call/call-error.ts'
import type { Message } from '../../idea/message.ts'
import { showUnread } from '../../model/shown-value.ts'
import { isObject, type Json } from '../../schema/json.ts'
import type { Answered } from '../perform/ask.ts'
import type { Output } from './read-output.ts'

/** The turn's errors for the model, besides its Calls' results. None is hidden from it. */
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
  const refused = refusal(output, calls)
  if (refused) return [...said, { type: 'error', error: refused }]
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
  return []
}

/** Why a whole answer is not taken, with `calls` that it made; undefined where it is. */
export function refusal(output: Output, calls: number): Pick<CallError, 'code' | 'message' | 'path'> | undefined {
  if (output.type === 'invalid') return output.error
  if (output.type === 'output' || calls > 0) return undefined
  return {
    code: 'answer.empty',
    message: 'Your answer held neither calls nor an output. Make a call, or give the output.',
  }
}

/** How a Loop's Messages end. */
export const finalMessage = (output: Json): Message => ({
  type: 'text',
  role: 'assistant',
  text: typeof output === 'string' ? output : JSON.stringify(isObject(output) ? output : { output }),
})
