import { FlaskConical, Search, Star } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { RunFilter } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { whole } from '../../platform/ui/format.ts'
import { useLabels } from '../annotation/use-labels.ts'
import css from './RunsPage.module.css'
import { isStatus, STATUSES, TIMES, type RunsView, type Since } from './runs-view.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { say } from './say.ts'
import { ViewPicker } from './ViewPicker.tsx'
import { useErrorCounts } from './use-error-counts.ts'

// The keys of the object are these.
const SINCE = Object.keys(TIMES) as readonly Since[]

const pickModels = ({ models }: Session): Session['models'] => models

interface RunFiltersProps {
  readonly filter: RunsView
  /** The same as the server is asked. */
  readonly asked: RunFilter
  readonly onChange: (filter: RunsView) => void
}

/** Narrows the list of Runs: by words, Idea, status, model, time, label and star; trials are in it where they are asked for. */
export function RunFilters({ filter, asked, onChange }: RunFiltersProps) {
  const [text, setText] = useState(filter.q ?? '')
  const labels = useLabels()
  const errors = useErrorCounts(asked)
  const models = useStore(sessionStore, pickModels)
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  /** An empty text asks nothing. */
  const set = (name: 'idea' | 'model' | 'label' | 'q' | 'since' | 'error', value: string): void => {
    const { [name]: _before, ...others } = filter
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  const setStatus = (value: string): void => {
    const { status: _before, ...others } = filter
    onChange(isStatus(value) ? { ...others, status: value } : others)
  }
  const toggle = (name: 'starred' | 'trials'): void => {
    const { [name]: before, ...others } = filter
    onChange(before ? others : { ...others, [name]: true })
  }
  return (
    <div className={css.filters} role="search">
      <label className={css.search}>
        <Search size={14} aria-hidden />
        <input
          type="search"
          aria-label={say('search')}
          placeholder={say('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            set('q', event.target.value.trim())
          }}
        />
      </label>
      <Choice label={say('idea')} any={say('anyIdea')} value={filter.idea} onChange={(value) => set('idea', value)}>
        {ideas.map(({ name, title }) => [name, title ?? name])}
      </Choice>
      <Choice label={say('status')} any={say('anyStatus')} value={filter.status} onChange={setStatus}>
        {STATUSES.map((each) => [each, t(`runStatus.${each}`)])}
      </Choice>
      {errors.length > 0 && (
        <Choice
          label={say('error')}
          any={say('anyError')}
          value={filter.error}
          onChange={(value) => set('error', value)}
        >
          {errors.map(({ code, count }) => [code, `${code} (${whole(count)})`])}
        </Choice>
      )}
      <Choice label={say('model')} any={say('anyModel')} value={filter.model} onChange={(value) => set('model', value)}>
        {models.map((model) => [model, model])}
      </Choice>
      <Choice label={say('time')} any={say('anyTime')} value={filter.since} onChange={(value) => set('since', value)}>
        {SINCE.map((name) => [name, say(name)])}
      </Choice>
      {labels.length > 0 && (
        <Choice
          label={say('label')}
          any={say('anyLabel')}
          value={filter.label}
          onChange={(value) => set('label', value)}
        >
          {labels.map((label) => [label, label])}
        </Choice>
      )}
      <Toggle label={say('starred')} isOn={filter.starred === true} onToggle={() => toggle('starred')}>
        <Star size={14} aria-hidden fill={filter.starred ? 'currentColor' : 'none'} />
      </Toggle>
      <Toggle label={say('trials')} isOn={filter.trials === true} onToggle={() => toggle('trials')}>
        <FlaskConical size={14} aria-hidden />
      </Toggle>
      <MoreFilters key={JSON.stringify(filter)} view={filter} onChange={onChange} />
      <ViewPicker
        view={filter}
        onPick={(view) => {
          setText(view.q ?? '')
          onChange(view)
        }}
      />
      {Object.keys(filter).length > 0 && (
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            setText('')
            onChange({})
          }}
        >
          {say('clear')}
        </Button>
      )}
    </div>
  )
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

const Toggle = ({ label, isOn, onToggle, children }: ToggleProps) => (
  <button type="button" className={css.toggle} aria-pressed={isOn} aria-label={label} title={label} onClick={onToggle}>
    {children}
  </button>
)

interface ChoiceProps {
  readonly label: string
  /** The words for no choice. */
  readonly any: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  /** Values with their words. */
  readonly children: readonly (readonly [string, string])[]
}

const Choice = ({ label, any, value = '', onChange, children }: ChoiceProps) => (
  <select aria-label={label} data-set={value !== ''} value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">{any}</option>
    {children.map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </select>
)
