import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useStore } from 'zustand'
import { runCommand } from '../commands/run-command.ts'
import type { Document } from '../../document/texts/document.ts'
import { find, replaceHits, type HitKind } from '../../document/edits/find.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { announce } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import css from './find.module.css'
import { HitList } from './HitList.tsx'
import { say } from './say.ts'

const filesOf = (document: Document) => document.files
const KINDS: readonly HitKind[] = ['prompt', 'description', 'value', 'name']
const FIRST_KINDS: ReadonlySet<HitKind> = new Set(['prompt', 'description', 'value'])

const toggled = <T,>(set: ReadonlySet<T>, item: T): ReadonlySet<T> => {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

/** Finds words in all prompts and schemas, shows each place as it would become, and replaces the chosen ones at once. */
export function FindDialog() {
  const files = useStore(documentStore, filesOf)
  const [query, setQuery] = useState('')
  const [replacement, setReplacement] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [wholeWords, setWholeWords] = useState(false)
  const [kinds, setKinds] = useState(FIRST_KINDS)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [replaced, setReplaced] = useState(0)
  const replaceInput = useRef<HTMLInputElement>(null)
  const sought = useDeferredValue(query)
  const hits = useMemo(
    () => find(files, sought, { matchCase, wholeWords, kinds }),
    [files, sought, matchCase, wholeWords, kinds],
  )
  const chosen = hits.filter(({ id }) => !left.has(id))
  const broken = [...files.values()].filter(({ text, valid }) => text !== null && text !== valid).length
  const replaceAll = (): void => {
    applyEdits('replace', replaceHits(documentStore.getState().files, chosen, replacement))
    setReplaced(chosen.length)
    announce(say('done', { count: chosen.length }))
  }
  const search = (text: string): void => {
    setQuery(text)
    setReplaced(0)
    setLeft(new Set())
  }
  return (
    <DialogFrame
      title={say('title')}
      text={say('text')}
      wide
      submit={say('submit', { count: chosen.length })}
      canSubmit={chosen.length > 0 && sought === query && replacement !== query}
      onSubmit={replaceAll}
      footer={
        replaced > 0 && (
          <span className={css.done}>
            {say('done', { count: replaced })}
            <Button
              size="small"
              onClick={() => {
                runCommand('undo')
                setReplaced(0)
              }}
            >
              {say('undo')}
            </Button>
          </span>
        )
      }
    >
      <div className={css.fields}>
        <Words label={say('find')} value={query} onChange={search} onEnter={() => replaceInput.current?.focus()} />
        <Words ref={replaceInput} label={say('replace')} value={replacement} onChange={setReplacement} />
      </div>
      <div className={css.options}>
        <Toggle label={say('matchCase')} isOn={matchCase} onToggle={() => setMatchCase(!matchCase)} />
        <Toggle label={say('wholeWords')} isOn={wholeWords} onToggle={() => setWholeWords(!wholeWords)} />
        <span role="group" aria-label={say('in')} className={css.kinds}>
          {KINDS.map((kind) => (
            <Toggle
              key={kind}
              label={say(`kind.${kind}`)}
              isOn={kinds.has(kind)}
              onToggle={() => setKinds(toggled(kinds, kind))}
            />
          ))}
        </span>
      </div>
      {kinds.has('name') && <p className={field.hint}>{say('namesHint')}</p>}
      {broken > 0 && <p className={field.hint}>{say('broken', { count: broken })}</p>}
      <HitList
        hits={hits}
        left={left}
        replacement={replacement}
        empty={query === '' ? say('start') : say('none')}
        onToggle={(ids, isChosen) => {
          const next = new Set(left)
          for (const id of ids) {
            if (isChosen) next.delete(id)
            else next.add(id)
          }
          setLeft(next)
        }}
      />
    </DialogFrame>
  )
}

interface WordsProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Instead of replacing everything. */
  readonly onEnter?: () => void
  readonly ref?: Ref<HTMLInputElement>
}

function Words({ label, value, onChange, onEnter, ref }: WordsProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (onEnter === undefined || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onEnter()
  }
  return (
    <Field label={label}>
      {(id) => (
        <input
          ref={ref}
          id={id}
          className={field.input}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onToggle: () => void
}

function Toggle({ label, isOn, onToggle }: ToggleProps) {
  return (
    <button type="button" aria-pressed={isOn} className={classes(css.toggle, isOn && css.on)} onClick={onToggle}>
      {label}
    </button>
  )
}
