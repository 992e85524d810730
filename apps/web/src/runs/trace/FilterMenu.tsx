import type { Spans } from '@ensemble/core/trace'
import { ListFilter } from 'lucide-react'
import { Popover } from 'radix-ui'
import { filterCount, KIND_FILTERS, NO_FILTER, STATUS_FILTERS, type SpanFilter } from '../open/trace-view.ts'
import { setFilter } from '../open/look-at-trace.ts'
import type { RunView } from '../open/run-view.ts'
import { useRun } from './use-run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import css from './FilterMenu.module.css'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { say } from './say.ts'
import { namesIn } from './span-filter.ts'

const pickFilter = ({ trace }: RunView): SpanFilter => trace.filter

/** Narrows the spans by status, kind, Tool and Idea, in the timeline and in the tree alike. */
export function FilterMenu({ spans }: { readonly spans: Spans }) {
  const count = filterCount(useRun(pickFilter))
  const label = count === 0 ? say('filter') : say('filterCount', { count })
  return (
    <Popover.Root>
      <Popover.Trigger className={css.trigger} aria-label={label} title={label} data-set={count > 0}>
        <ListFilter size={14} aria-hidden />
        {count > 0 && <span aria-hidden>{count}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={css.menu} align="start" sideOffset={6} aria-label={say('filter')}>
          <Questions spans={spans} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Questions({ spans }: { readonly spans: Spans }) {
  const filter = useRun(pickFilter)
  const { tools, ideas } = namesIn(spans)
  return (
    <>
      <fieldset>
        <legend>{say('status')}</legend>
        {STATUS_FILTERS.map((status) => (
          <label key={status}>
            <input
              type="checkbox"
              checked={filter.statuses.includes(status)}
              onChange={() => setFilter({ statuses: toggled(filter.statuses, status) })}
            />
            {say(`statuses.${status}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{say('kind')}</legend>
        {KIND_FILTERS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={filter.kinds.includes(kind)}
              onChange={() => setFilter({ kinds: toggled(filter.kinds, kind) })}
            />
            {say(`kinds.${kind}`)}
          </label>
        ))}
      </fieldset>
      <Choice
        label={say('tool')}
        any={say('anyTool')}
        value={filter.tool}
        names={tools}
        onChange={(tool) => setFilter({ tool })}
      />
      <Choice
        label={say('idea')}
        any={say('anyIdea')}
        value={filter.idea}
        names={ideas}
        title={ideaTitle}
        onChange={(idea) => setFilter({ idea })}
      />
      <Button size="small" disabled={filterCount(filter) === 0} onClick={() => setFilter(NO_FILTER)}>
        {say('clear')}
      </Button>
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly any: string
  readonly value: string | null
  readonly names: readonly string[]
  readonly title?: (name: string) => string
  readonly onChange: (name: string | null) => void
}

const Choice = ({ label, any, value, names, title = (name) => name, onChange }: ChoiceProps) => (
  <label className={css.choice}>
    <span>{label}</span>
    <select
      className={field.input}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{any}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {title(name)}
        </option>
      ))}
    </select>
  </label>
)

const toggled = <T,>(items: readonly T[], item: T): readonly T[] =>
  items.includes(item) ? items.filter((each) => each !== item) : [...items, item]
