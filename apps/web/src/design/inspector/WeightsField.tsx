import { Plus, X } from 'lucide-react'
import type { DrawnPer } from '@ensemble/core/idea'
import type { Weighted } from '../../document/open/read-profile.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import styles from './inspector.module.css'
import own from './work.module.css'
import { sharesOf } from '../../document/edits/mode-choices.ts'
import { say } from './say.ts'

interface WeightsFieldProps {
  readonly weights: readonly Weighted[]
  readonly activities: readonly string[]
  /** The meaning of `""` for this Tool. */
  readonly defaultLabel: string
  /** The unit that keeps its arm. */
  readonly per: DrawnPer
  readonly onPer: (per: DrawnPer) => void
  readonly onChange: (weights: readonly Weighted[]) => void
}

const UNITS: readonly DrawnPer[] = ['run', 'input', 'idea']

/** A split of a Tool's Calls among targets: gradual rollout, or one way against another. */
export function WeightsField({ weights, activities, defaultLabel, per, onPer, onChange }: WeightsFieldProps) {
  const shares = sharesOf(weights)
  const set = (index: number, change: Partial<Weighted>): void =>
    onChange(weights.map((each, at) => (at === index ? { ...each, ...change } : each)))
  const isFree = (name: string): boolean => weights.every(({ to }) => to !== name)
  const unused = ['', ...activities].find(isFree)
  return (
    <div className={own.weights}>
      {weights.map(({ to, weight }, index) => {
        const name = to === '' ? defaultLabel : to
        return (
          <div key={index} className={own.weight}>
            <select
              className={field.input}
              aria-label={say('mode.target', { number: index + 1 })}
              value={to}
              onChange={(event) => set(index, { to: event.currentTarget.value })}
            >
              {[...new Set(['', ...activities, to])]
                .filter((each) => each === to || isFree(each))
                .map((each) => (
                  <option key={each} value={each}>
                    {each === '' ? defaultLabel : each}
                  </option>
                ))}
            </select>
            <input
              type="number"
              className={classes(field.input, own.weightNumber)}
              aria-label={say('mode.weight', { target: name })}
              min={0}
              step="any"
              value={weight}
              onChange={(event) => {
                const number = event.currentTarget.valueAsNumber
                if (number >= 0) set(index, { weight: number })
              }}
            />
            <span className={own.share}>{say('mode.share', { percent: shares[index] ?? 0 })}</span>
            <IconButton
              label={say('mode.removeTarget', { target: name })}
              Icon={X}
              size={12}
              disabled={weights.length < 2}
              onClick={() => onChange(weights.filter((_, at) => at !== index))}
            />
          </div>
        )
      })}
      <Button
        size="small"
        look="quiet"
        className={styles.addButton}
        disabled={unused === undefined}
        onClick={() => onChange([...weights, { to: unused ?? '', weight: 1 }])}
      >
        <Plus size={13} aria-hidden />
        {say('mode.addTarget')}
      </Button>
      <Field label={say('mode.drawnPer')} hint={say(`mode.drawnHint.${per}`)}>
        {(id) => (
          <select
            id={id}
            className={field.input}
            value={per}
            onChange={({ currentTarget }) => onPer(UNITS.find((each) => each === currentTarget.value) ?? 'run')}
          >
            {UNITS.map((each) => (
              <option key={each} value={each}>
                {say(`mode.drawn.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
