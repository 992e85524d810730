import { DEFAULT_LIMITS } from '@ensemble/core/editor'
import { NumberField } from './NumberField.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { numberAt, objectAt, setManifest, useManifest } from './use-manifest.ts'

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

/** Where runs of this workspace are stopped. */
export function LimitsSection() {
  const limits = objectAt(useManifest(), 'limits')
  return (
    <Part name="limits" title={say('limits.title')} hint={say('limits.hint')}>
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
              onChange={(next) =>
                setManifest(['limits', name], next === undefined ? undefined : Math.round(next * unit * 100) / 100)
              }
            />
          )
        })}
      </div>
    </Part>
  )
}
