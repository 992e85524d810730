import { parseAddress } from '../../idea/address.ts'
import { inputSchemaOf } from '../../idea/input.ts'
import type { LoadedIdea } from '../../idea/idea.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json } from '../../schema/json.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'

/** Throws EnsembleError `input.invalid` where an input does not fit the Idea that a Run begins with. */
export function checkInput(deps: Pick<ExecutorDeps, 'validator'>, { idea, address }: LoadedIdea, input: Json): void {
  const schema = inputSchemaOf(idea)
  if (schema === undefined) return
  const verdict = deps.validator.check(schema, input)
  if (verdict.ok) return
  const errors = verdict.issues.map(({ path, message }) => ({ path, message }))
  throw new EnsembleError(
    'input.invalid',
    `The input does not fit ${parseAddress(address).type === 'idea' ? address : 'the Idea'}: ${errors[0]?.message ?? 'it is of another shape'}.`,
    { errors },
  )
}
