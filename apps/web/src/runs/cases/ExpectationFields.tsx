import type { Json, JsonSchema } from '@ensemble/core'
import type { Expectation, ExpectationType } from '@ensemble/core/trace'
import { Plus, Trash2 } from 'lucide-react'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import css from './cases.module.css'
import { say } from './say.ts'

const TYPES: readonly ExpectationType[] = ['identical', 'equals', 'schema', 'calls']

/** An expectation of another kind on the same path. */
const withType = (type: ExpectationType, path: string): Expectation => {
  switch (type) {
    case 'identical':
      return { type, path }
    case 'equals':
      return { type, path, value: null }
    case 'schema':
      return { type, path, schema: { type: 'object' } }
    case 'calls':
      return { type, path, tool: '', min: 1 }
  }
}

interface ExpectationFieldsProps {
  readonly value: readonly Expectation[]
  readonly onChange: (value: readonly Expectation[]) => void
}

/** A Run's expectations, one per line. */
export function ExpectationFields({ value, onChange }: ExpectationFieldsProps) {
  const put = (at: number, expectation: Expectation): void => onChange(value.with(at, expectation))
  return (
    <div className={css.fields}>
      {value.map((expectation, at) => (
        // Expectations have no identity but their place.
        <fieldset key={at} className={css.fieldset} aria-label={say('expectationN', { count: at + 1 })}>
          <select
            aria-label={say('field.type')}
            value={expectation.type}
            onChange={(event) => {
              const type = TYPES.find((each) => each === event.target.value)
              if (type !== undefined) put(at, withType(type, expectation.path))
            }}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {say(`type.${type}`)}
              </option>
            ))}
          </select>
          <input
            aria-label={say('field.path')}
            placeholder={say(expectation.type === 'calls' ? 'field.pathHintCalls' : 'field.pathHint')}
            spellCheck={false}
            className={css.path}
            value={expectation.path}
            onChange={(event) => put(at, { ...expectation, path: event.target.value })}
          />
          <IconButton
            label={say('remove')}
            Icon={Trash2}
            size={13}
            onClick={() => onChange(value.filter((_, other) => other !== at))}
          />
          <Members expectation={expectation} onChange={(changed) => put(at, changed)} />
        </fieldset>
      ))}
      <span>
        <Button size="small" onClick={() => onChange([...value, withType('identical', '/output')])}>
          <Plus size={13} aria-hidden /> {say('add')}
        </Button>
      </span>
    </div>
  )
}

interface MembersProps {
  readonly expectation: Expectation
  readonly onChange: (expectation: Expectation) => void
}

/** The fields of this kind of expectation besides its path. */
function Members({ expectation, onChange }: MembersProps) {
  switch (expectation.type) {
    case 'identical':
      return null
    case 'equals':
      return (
        <div className={css.member}>
          <JsonInput
            label={say('field.value')}
            value={expectation.value}
            rows={2}
            onChange={(value: Json | undefined) => onChange({ ...expectation, value: value ?? null })}
          />
        </div>
      )
    case 'schema':
      return (
        <div className={css.member}>
          <JsonInput
            label={say('field.schema')}
            // A JSON Schema is JSON.
            value={expectation.schema as Json}
            rows={3}
            // An object or a boolean is a schema; the server reports an invalid one.
            onChange={(schema) => onChange({ ...expectation, schema: (schema ?? true) as JsonSchema })}
          />
        </div>
      )
    case 'calls':
      return (
        <div className={css.member}>
          <input
            aria-label={say('field.tool')}
            placeholder={say('field.tool')}
            spellCheck={false}
            value={expectation.tool}
            onChange={(event) => onChange({ ...expectation, tool: event.target.value })}
          />
          {(['min', 'max'] as const).map((bound) => (
            <label key={bound} className={css.bound}>
              {say(`field.${bound}`)}
              <input
                type="number"
                min={0}
                value={expectation[bound] ?? ''}
                onChange={(event) => {
                  const { [bound]: _, ...rest } = expectation
                  const count = event.target.valueAsNumber
                  onChange(Number.isInteger(count) && count >= 0 ? { ...rest, [bound]: count } : rest)
                }}
              />
            </label>
          ))}
        </div>
      )
  }
}
