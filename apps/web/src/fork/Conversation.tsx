import type { Json, Run } from '@ensemble/core'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { readRun } from '../api/run-client.ts'
import { showKeys } from '../commands/keyboard.ts'
import { runTitle } from '../stores/run-title.ts'
import { continueRun, openRun } from '../stores/run.ts'
import { preview } from '../ui/json-preview.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../stores/notify.ts'
import css from './fork.module.css'
import { say } from './say.ts'

/** Further back than this a conversation is read in its messages. */
const MOST_TURNS = 20

/** The turns before this one, each a Run of its own, oldest first. */
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
    // A turn that was deleted ends the thread; what was said stands in the messages all the same.
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

/** A reply under a result: the next Run begins with everything said so far (PROTOCOL.md §5, continues). */
export function ReplyBox() {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    try {
      await continueRun(text)
    } catch (error) {
      setBusy(false)
      notify.refusal(error)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // What is typed here is for the model, not for the graph.
    event.stopPropagation()
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void send()
  }
  return (
    <div className={css.reply}>
      <textarea
        rows={1}
        aria-label={say('replyLabel')}
        placeholder={say('replyHint', { keys: showKeys('Mod+Enter') })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={text.trim() === '' || busy} onClick={() => void send()}>
        {say('reply')}
      </Button>
    </div>
  )
}
