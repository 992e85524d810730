import { isObject, type Json } from '@ensemble/core'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { say } from './say.ts'

const KINDS = ['never', 'always', 'when'] as const
type Kind = (typeof KINDS)[number]
/** Every Call until the condition says which. */
const ANY = { type: 'object', properties: {} } as const

const kindOf = (approval: Json | undefined): Kind =>
  approval === undefined ? 'never' : isObject(approval) ? 'when' : 'always'
const valueOf = (kind: Kind): Json | undefined =>
  kind === 'never' ? undefined : kind === 'always' ? 'required' : { when: ANY }

interface ApprovalFieldProps {
  readonly approval: Json | undefined
  readonly onChange: (approval: Json | undefined) => void
}

/** Which Calls wait for a person: none, all, or those whose parameters fit a schema (docs/contract/protocol.md#tools, `_approval`). */
export function ApprovalField({ approval, onChange }: ApprovalFieldProps) {
  const kind = kindOf(approval)
  return (
    <>
      <Field label={say('approval.label')}>
        {(id) => (
          <select
            id={id}
            className={field.input}
            value={kind}
            onChange={({ currentTarget }) =>
              onChange(valueOf(KINDS.find((each) => each === currentTarget.value) ?? 'never'))
            }
          >
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {say(`approval.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isObject(approval) && (
        <Field label={say('approval.condition')} hint={say('approval.conditionHint')}>
          {(id) => (
            <JsonInput
              id={id}
              label={say('approval.condition')}
              value={approval.when}
              onChange={(when) => when !== undefined && onChange({ ...approval, when })}
            />
          )}
        </Field>
      )}
    </>
  )
}
