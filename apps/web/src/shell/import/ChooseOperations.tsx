import type { OperationChoice } from '@ensemble/core/import'
import { useState } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import field from '../../platform/ui/field.module.css'
import css from './choose.module.css'
import { say } from './say.ts'
import { searchOperations, tagsOf } from './search-operations.ts'

/** More rows than this are searched, not scrolled. */
const MOST_ROWS = 200

interface ChooseOperationsProps {
  readonly operations: readonly OperationChoice[]
  readonly isBusy: boolean
  readonly onChoose: (keys: readonly string[]) => void
}

/** The operations of an OpenAPI document, found by tag and words; nothing is added yet. */
export function ChooseOperations({ operations, isBusy, onChoose }: ChooseOperationsProps) {
  const [words, setWords] = useState('')
  const [tag, setTag] = useState('')
  /** Until a person chooses by hand, what is found of those that the document's size chose. */
  const [byHand, setByHand] = useState<ReadonlySet<string> | null>(null)
  const found = searchOperations(operations, words, tag)
  const chosen = byHand ?? new Set(found.filter(({ isChosen }) => isChosen).map(({ key }) => key))
  const shown = found.slice(0, MOST_ROWS)
  const put = (keys: readonly string[], isWanted: boolean): void => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isWanted) next.add(key)
      else next.delete(key)
    }
    setByHand(next)
  }
  const keys = found.map(({ key }) => key)
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key))
  return (
    <DialogFrame
      title={say('operations.title', { count: operations.length })}
      text={say('operations.text')}
      wide
      submit={isBusy ? say('operations.reading') : say('operations.submit', { count: chosen.size })}
      canSubmit={chosen.size > 0 && !isBusy}
      onSubmit={() => onChoose([...chosen])}
    >
      <div className={css.search}>
        <input
          type="search"
          className={field.input}
          value={words}
          placeholder={say('operations.search')}
          aria-label={say('operations.search')}
          onChange={({ target }) => setWords(target.value)}
        />
        <select
          className={field.input}
          value={tag}
          aria-label={say('operations.tag')}
          onChange={({ target }) => setTag(target.value)}
        >
          <option value="">{say('operations.allTags')}</option>
          {tagsOf(operations).map(({ name, count }) => (
            <option key={name} value={name}>{`${name} (${count})`}</option>
          ))}
        </select>
        <Button look="quiet" disabled={keys.length === 0} onClick={() => put(keys, !isAll)}>
          {say(isAll ? 'operations.none' : 'operations.all', { count: keys.length })}
        </Button>
      </div>
      <ul className={css.operations} aria-label={say('operations.list')}>
        {shown.map(({ key, summary }) => (
          <li key={key}>
            <label>
              <input type="checkbox" checked={chosen.has(key)} onChange={({ target }) => put([key], target.checked)} />
              <code>{key}</code>
              <span className={css.summary}>{summary}</span>
            </label>
          </li>
        ))}
      </ul>
      <p role="status" className={css.summary}>
        {found.length > shown.length
          ? say('operations.more', { count: found.length - shown.length })
          : say('operations.found', { count: found.length })}
      </p>
    </DialogFrame>
  )
}
