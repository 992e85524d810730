import { SlidersHorizontal } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState, type FormEvent } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { BOUNDS, PERSON, type Bound, type RunsView } from './runs-view.ts'
import css from './RunsPage.module.css'
import { say } from './say.ts'

interface MoreFiltersProps {
  readonly view: RunsView
  readonly onChange: (view: RunsView) => void
}

const ROWS = [
  ['seconds', 'minMs', 'maxMs', 1000],
  ['cost', 'minCost', 'maxCost', 1],
  ['tokens', 'minTokens', 'maxTokens', 1],
  ['score', 'minScore', 'maxScore', 1],
] as const satisfies readonly (readonly [string, Bound, Bound, number])[]

const PATH = 'input(\\.[^."\\\\]{1,80}){0,8}'

/** Filters by time, cost, tokens and a text at a path of the input. */
export function MoreFilters({ view, onChange }: MoreFiltersProps) {
  const [open, setOpen] = useState(false)
  const used = [...BOUNDS, 'path' as const, 'scoredBy' as const].filter((name) => view[name] !== undefined).length
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const textAt = (name: string): string => String(fields.get(name) ?? '').trim()
    const { path: _path, value: _value, scoredBy: _by, ...others } = view
    const next: Record<string, unknown> = { ...others }
    for (const [, least, most, unit] of ROWS)
      for (const name of [least, most])
        if (textAt(name) === '') delete next[name]
        else next[name] = Number(textAt(name)) * unit
    if (textAt('value') !== '') Object.assign(next, { path: textAt('path') || 'input', value: textAt('value') })
    const isBound = next['minScore'] !== undefined || next['maxScore'] !== undefined
    const scoredBy = textAt('scoredBy') || (isBound ? PERSON : '')
    if (scoredBy !== '') next['scoredBy'] = scoredBy
    onChange(next) // a view with numbers and texts in place of earlier ones
    setOpen(false)
  }
  const shown = (name: Bound, unit: number): number | '' => {
    const bound = view[name]
    return bound === undefined ? '' : bound / unit
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={css.more} data-set={used > 0} title={say('moreHint')}>
        <SlidersHorizontal size={14} aria-hidden /> {say('more')}
        {used > 0 && <span>{used}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={css.popover} align="start" sideOffset={6} aria-label={say('moreHint')}>
          <form className={css.bounds} onSubmit={submit}>
            {ROWS.map(([label, least, most, unit]) => (
              <fieldset key={label}>
                <legend>{say(`bound.${label}`)}</legend>
                {[least, most].map((name) => (
                  <input
                    key={name}
                    name={name}
                    type="number"
                    min={0}
                    step="any"
                    aria-label={`${say(`bound.${label}`)}: ${say(name === least ? 'from' : 'upTo')}`}
                    placeholder={say(name === least ? 'from' : 'upTo')}
                    defaultValue={shown(name, unit)}
                  />
                ))}
              </fieldset>
            ))}
            <fieldset>
              <legend>{say('scoredBy')}</legend>
              <input
                name="scoredBy"
                maxLength={200}
                title={say('scoredByHint')}
                aria-label={say('scoredBy')}
                placeholder={PERSON}
                defaultValue={view.scoredBy}
              />
            </fieldset>
            <fieldset>
              <legend>{say('inputAt')}</legend>
              <input
                name="path"
                pattern={PATH}
                title={say('pathHint')}
                aria-label={say('path')}
                placeholder="input.brief"
                defaultValue={view.path}
              />
              <input
                name="value"
                maxLength={200}
                aria-label={say('value')}
                placeholder={say('value')}
                defaultValue={view.value}
              />
            </fieldset>
            <Button type="submit">{say('apply')}</Button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
