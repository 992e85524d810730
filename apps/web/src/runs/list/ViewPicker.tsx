import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { readViews, writeViews, type SavedViews } from './saved-views.ts'
import { paramsOf, type RunsView } from './runs-view.ts'
import css from './RunsPage.module.css'
import { say } from './say.ts'

const MOST_LETTERS = 60

interface ViewPickerProps {
  readonly view: RunsView
  readonly onPick: (view: RunsView) => void
}

const textOf = (view: RunsView): string =>
  JSON.stringify(Object.entries(paramsOf(view)).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Filters and an order under a name: picked, saved, deleted. */
export function ViewPicker({ view, onPick }: ViewPickerProps) {
  const [views, setViews] = useState(readViews)
  const [name, setName] = useState<string | null>(null)
  const shown = Object.keys(views).find((each) => textOf(views[each] ?? {}) === textOf(view))
  const keep = (next: SavedViews): void => {
    try {
      writeViews(next)
      setViews(next)
    } catch (error) {
      notify.refusal(error)
    }
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const called = name?.trim() ?? ''
    if (called !== '') keep({ ...views, [called]: view })
    setName(null)
  }
  const remove = (): void => {
    const { [shown ?? '']: _removed, ...others } = views
    keep(others)
  }
  if (name !== null)
    return (
      <form className={css.view} onSubmit={save}>
        <input
          autoFocus
          className={css.name}
          aria-label={say('viewName')}
          placeholder={say('viewName')}
          maxLength={MOST_LETTERS}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setName(null)}
        />
        <Button size="small" type="submit" disabled={name.trim() === ''}>
          {say('saveView')}
        </Button>
      </form>
    )
  return (
    <span className={css.view}>
      {Object.keys(views).length > 0 && (
        <select
          aria-label={say('view')}
          data-set={shown !== undefined}
          value={shown ?? ''}
          onChange={(event) => onPick(views[event.target.value] ?? {})}
        >
          <option value="">{say('noView')}</option>
          {Object.keys(views).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
      {shown !== undefined ? (
        <IconButton label={say('deleteView', { name: shown })} Icon={Trash2} onClick={remove} />
      ) : (
        Object.keys(view).length > 0 && (
          <Button look="quiet" size="small" onClick={() => setName('')}>
            {say('saveViewAs')}
          </Button>
        )
      )}
    </span>
  )
}
