import type { CallError } from '../../call/call-error.ts'
import type { EncodedRequest, RawAnswer } from '../../model/wire.ts'
import type { Composition } from '../../request/composition.ts'
import type { Json } from '../../schema/json.ts'
import { tryLift } from '../../schema/lower/lift.ts'
import { parseJson } from '../../schema/parse-json.ts'
import type { Validator } from '../../schema/validator.ts'

export type Output =
  | { readonly type: 'output'; readonly value: Json }
  | { readonly type: 'none' }
  | {
      readonly type: 'invalid'
      readonly error: Pick<CallError, 'code' | 'message' | 'path'>
    }
export const NO_OUTPUT: Output = { type: 'none' }

interface Asked {
  readonly composition: Composition
  readonly encoded: Pick<EncodedRequest, 'liftOutput'>
}

/** Judges the answer's output by the Idea's schema; without one, it is text (docs/contract/protocol.md#composition). */
export function readOutput({ composition, encoded }: Asked, answer: RawAnswer, validator: Validator): Output {
  if (answer.problem) return { type: 'invalid', error: answer.problem }
  if (answer.outputText === undefined) return NO_OUTPUT
  const parsed = parseJson(answer.outputText)
  if (!parsed.ok)
    return {
      type: 'invalid',
      error: { code: parsed.code, message: `The output is not valid JSON: ${parsed.message}.` },
    }
  const lifted = tryLift(() => (composition.output === null ? parsed.value : encoded.liftOutput(parsed.value)))
  if (!lifted.ok)
    return {
      type: 'invalid',
      error: { code: 'json.duplicateKey', message: `The output is not valid: ${lifted.message}.` },
    }
  const { value } = lifted
  if (value === null) return NO_OUTPUT
  if (composition.output === null) return { type: 'output', value }
  const verdict = validator.check(composition.output, value)
  if (verdict.ok) return { type: 'output', value }
  const [issue] = verdict.issues
  const message = `The output does not fit its schema: ${issue?.message ?? 'it is of another shape'}.`
  return { type: 'invalid', error: { code: 'output.invalid', message, path: `/output${issue?.path ?? ''}` } }
}
