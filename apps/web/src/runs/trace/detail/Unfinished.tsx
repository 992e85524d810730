import { useMemo, useState } from 'react'
import { readAnswer } from '../../open/unfinished-answer.ts'
import { JsonTree } from '../JsonTree.tsx'
import css from './AnswerView.module.css'
import { say } from './say.ts'

interface UnfinishedProps {
  readonly run: string
  /** The text so far. */
  readonly text: string
}

/** An answer while it is written: its Calls and its output as far as they can be read, or the text as it comes. */
export function Unfinished({ run, text }: UnfinishedProps) {
  const [isRaw, setRaw] = useState(false)
  const answer = useMemo(() => readAnswer(text), [text])
  return (
    <>
      {answer !== undefined && (
        <div className={css.views} role="group" aria-label={say('views')}>
          {([false, true] as const).map((raw) => (
            <button
              key={String(raw)}
              type="button"
              className={isRaw === raw ? `${css.view} ${css.chosen}` : css.view}
              aria-pressed={isRaw === raw}
              onClick={() => setRaw(raw)}
            >
              {say(raw ? 'view.raw' : 'view.solution')}
            </button>
          ))}
        </div>
      )}
      {answer === undefined || isRaw ? (
        <div className={css.raw}>
          <pre>{text}</pre>
        </div>
      ) : (
        <div className={css.solution}>
          {answer.calls.map(({ tool, parameters, reasoning }, at) => (
            // Calls that are being written have no identity but their place.
            <section key={at} className={css.call}>
              <code>{tool ?? '…'}</code>
              {reasoning !== undefined && <p className={css.text}>{reasoning}</p>}
              <JsonTree run={run} value={parameters} open={2} />
            </section>
          ))}
          {answer.output !== undefined && (
            <>
              <h4>{say('output')}</h4>
              {typeof answer.output === 'string' ? (
                <p className={css.text}>{answer.output}</p>
              ) : (
                <JsonTree run={run} value={answer.output} open={3} />
              )}
            </>
          )}
        </div>
      )}
    </>
  )
}
