import type { Json, Run } from '@ensemble/core'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { readRun } from '../../platform/api/run-client.ts'
import { opensList } from '../../document/commands/open-palette.ts'
import { showKeys } from '../../document/commands/show-keys.ts'
import { runTitle } from '../open/run-title.ts'
import { continueRun, openRun } from '../open/run.ts'
import { preview } from '../../platform/ui/json-preview.ts'
import { t } from '../../platform/i18n/run.ts'
import { useIsKept } from '../open/gone-runs.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { keepDraft, readDraft } from '../../platform/ui/drafts.ts'
import { notify } from '../../platform/session/notify.ts'
import css from './fork.module.css'
import { say } from './say.ts'

/** Further back than this a conversation is read in its messages. */
const MOST_TURNS = 20

/** The turns before this one, each its own Run, oldest first. */
export function Thread({ continues }: { readonly continues: string }) {
  const [turns, setTurns] = useState<readonly Run[]>([])
  useEffect(() => {
    let current = true
    const read = async (): Promise<void> => {
      const found: Run[] = []
      for (let id: string | undefined = continues; id !== undefined && found.length < MOST_TURNS;) {
        const run: Run = await readRun(id)
        found.unshift(run)
        id = run.continues
      }
      if (current) setTurns(found)
    }
    // A deleted turn ends the thread; its words remain in the messages.
    read().catch(() => undefined)
    return () => {
      current = false
    }
  }, [continues])
  if (turns.length === 0) return null
  return (
    <ol className={css.thread} aria-label={say('thread')}>
      {turns.map((turn) => (
        <li key={turn.id}>
          <button type="button" title={say('turn')} onClick={() => openRun(turn.id)}>
            <span className={css.said}>{runTitle(turn)}</span>
            <span className={css.said}>{said(turn.output)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const said = (output: Json | undefined): string => {
  if (output === undefined) return ''
  return typeof output === 'string' ? output : preview(output)
}

/** A reply under a result: the next Run begins with everything said (docs/contract/protocol.md#the-loop, continues). */
export function ReplyBox({ run }: { readonly run: string }) {
  const draft = `reply/${run}`
  const [text, setText] = useState(() => String(readDraft(draft) ?? ''))
  const isKept = useIsKept(run)
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy || !isKept) return
    setBusy(true)
    try {
      await continueRun(text)
      keepDraft(draft, null)
    } catch (error) {
      setBusy(false)
      notify.refusal(error)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Typing here is for the model, not for the graph.
    if (!opensList(event.nativeEvent)) event.stopPropagation()
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void send()
  }
  if (!isKept && text === '') return null
  return (
    <div className={css.reply}>
      <textarea
        rows={1}
        aria-label={say('replyLabel')}
        placeholder={say('replyHint', { keys: showKeys('Mod+Enter') })}
        value={text}
        readOnly={!isKept}
        onChange={({ target }) => {
          setText(target.value)
          keepDraft(draft, target.value === '' ? null : target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <Button
        disabled={text.trim() === '' || busy || !isKept}
        title={isKept ? undefined : t('dock.goneHint')}
        onClick={() => void send()}
      >
        {say('reply')}
      </Button>
    </div>
  )
}
