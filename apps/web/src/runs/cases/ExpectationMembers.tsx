import type { Json, JsonSchema } from '@ensemble/core'
import { OPERATORS, type Expectation } from '@ensemble/core/trace'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import css from './cases.module.css'
import { say } from './say.ts'

interface ExpectationMembersProps {
  readonly expectation: Expectation
  readonly onChange: (expectation: Expectation) => void
}

/** The fields of this kind of expectation besides its path. */
export function ExpectationMembers({ expectation, onChange }: ExpectationMembersProps) {
  switch (expectation.type) {
    case 'identical':
      return null
    case 'equals':
      return (
        <div className={css.member}>
          <Value value={expectation.value} onChange={(value) => onChange({ ...expectation, value: value ?? null })} />
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
          <Name
            label={say('field.tool')}
            value={expectation.tool}
            onChange={(tool) => onChange({ ...expectation, tool })}
          />
          {(['min', 'max'] as const).map((bound) => (
            <Bound
              key={bound}
              label={say(`field.${bound}`)}
              value={expectation[bound]}
              onChange={(count) => {
                const { [bound]: _, ...rest } = expectation
                onChange(count === undefined ? rest : { ...rest, [bound]: count })
              }}
            />
          ))}
        </div>
      )
    case 'compare':
      return (
        <div className={css.member}>
          <select
            aria-label={say('field.operator')}
            value={expectation.operator}
            onChange={({ target }) => {
              const operator = OPERATORS.find((each) => each === target.value)
              if (operator !== undefined) onChange({ ...expectation, operator })
            }}
          >
            {OPERATORS.map((operator) => (
              <option key={operator} value={operator}>
                {operator === 'contains' ? say('field.contains') : operator}
              </option>
            ))}
          </select>
          <Value value={expectation.value} onChange={(value) => onChange({ ...expectation, value: value ?? null })} />
        </div>
      )
    case 'similar':
      return (
        <div className={css.member}>
          <Value
            value={expectation.value ?? null}
            onChange={(value) => onChange({ ...expectation, value: value ?? null })}
          />
          <Least value={expectation.least} onChange={(least = 0.8) => onChange({ ...expectation, least })} />
        </div>
      )
    case 'code':
      return (
        <div className={css.member}>
          <Name
            label={say('field.activity')}
            value={expectation.activity}
            onChange={(activity) => onChange({ ...expectation, activity })}
          />
          <Least value={expectation.least ?? 1} onChange={(least = 1) => onChange({ ...expectation, least })} />
        </div>
      )
    case 'judge':
      return (
        <div className={css.member}>
          <Name
            label={say('field.judge')}
            value={expectation.idea}
            onChange={(idea) => onChange({ ...expectation, idea })}
          />
          <Name
            label={say('field.rubric')}
            value={expectation.rubric ?? ''}
            onChange={(rubric) => onChange({ ...expectation, rubric })}
          />
          <Least value={expectation.least ?? 1} onChange={(least = 1) => onChange({ ...expectation, least })} />
        </div>
      )
  }
}

interface FieldProps<T> {
  readonly value: T
  readonly onChange: (value: T) => void
}

const Value = ({ value, onChange }: FieldProps<Json | undefined>) => (
  <JsonInput label={say('field.value')} value={value} rows={2} onChange={onChange} />
)

const Name = ({ label, value, onChange }: FieldProps<string> & { readonly label: string }) => (
  <input
    aria-label={label}
    placeholder={label}
    spellCheck={false}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** A count. */
const Bound = ({ label, value, onChange }: FieldProps<number | undefined> & { readonly label: string }) => (
  <label className={css.bound}>
    {label}
    <input
      type="number"
      min={0}
      value={value ?? ''}
      onChange={({ target: { valueAsNumber: count } }) =>
        onChange(Number.isInteger(count) && count >= 0 ? count : undefined)
      }
    />
  </label>
)

/** The smallest score that passes. */
const Least = ({ value, onChange }: { readonly value: number; readonly onChange: (value?: number) => void }) => (
  <label className={css.bound}>
    {say('field.least')}
    <input
      type="number"
      min={0}
      max={1}
      step={0.05}
      value={value}
      onChange={({ target: { valueAsNumber: number } }) => onChange(number >= 0 && number <= 1 ? number : undefined)}
    />
  </label>
)
