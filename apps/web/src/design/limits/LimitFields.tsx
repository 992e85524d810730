import type { JsonObject } from '@ensemble/core'
import { DEFAULT_LIMITS } from '@ensemble/core/editor'
import { NumberField } from './NumberField.tsx'
import { say } from './say.ts'
import css from './limits.module.css'
import { numberAt } from '../../document/open/use-manifest.ts'

const NAMES = [
  'turns',
  'callsPerTurn',
  'calls',
  'repeatedCalls',
  'depth',
  'invalidTurns',
  'wallMs',
  'callMs',
  'tokens',
  'cost',
] as const satisfies readonly (keyof typeof DEFAULT_LIMITS)[]

/** Kept in milliseconds, shown in seconds. */
const unitOf = (name: string): number => (name.endsWith('Ms') ? 1000 : 1)

interface LimitFieldsProps {
  readonly limits: JsonObject
  /** Undefined if the limit uses its default. */
  readonly onChange: (name: string, value: number | undefined) => void
}

/** Every limit of a Run as a field: of the workspace, or of one Idea. */
export function LimitFields({ limits, onChange }: LimitFieldsProps) {
  return (
    <div className={css.grid}>
      {NAMES.map((name) => {
        const unit = unitOf(name)
        const value = numberAt(limits, name)
        return (
          <NumberField
            key={name}
            label={say(`limits.${name}`)}
            value={value === undefined ? undefined : value / unit}
            placeholder={say('limits.default', { value: DEFAULT_LIMITS[name] / unit })}
            isWhole={name !== 'cost' && unit === 1}
            onChange={(next) => onChange(name, next === undefined ? undefined : Math.round(next * unit * 100) / 100)}
          />
        )
      })}
    </div>
  )
}
