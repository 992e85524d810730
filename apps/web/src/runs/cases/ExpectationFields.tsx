import type { Expectation, ExpectationType } from '@ensemble/core/trace'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import css from './cases.module.css'
import { ExpectationMembers } from './ExpectationMembers.tsx'
import { say } from './say.ts'

const TYPES: readonly ExpectationType[] = [
  'identical',
  'equals',
  'compare',
  'similar',
  'schema',
  'calls',
  'code',
  'judge',
]

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
    case 'compare':
      return { type, path, operator: '>=', value: 0 }
    case 'similar':
      return { type, path, value: '', least: 0.8 }
    case 'code':
      return { type, path, activity: '', least: 1 }
    case 'judge':
      return { type, path, idea: '', rubric: '', least: 1 }
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
          <ExpectationMembers expectation={expectation} onChange={(changed) => put(at, changed)} />
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
