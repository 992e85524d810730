import type { EventData } from '@ensemble/core/journal'
import type { TraceLog } from '@ensemble/core/trace'
import { useState } from 'react'
import { classes } from '../../../platform/ui/classes.ts'
import { CopyButton } from '../../../platform/ui/CopyButton.tsx'
import { Stored } from '../Stored.tsx'
import css from './AnswerView.module.css'
import { Pieces } from './Pieces.tsx'
import { say } from './say.ts'
import { Solution } from './Solution.tsx'

const VIEWS = ['solution', 'raw', 'pieces'] as const
type View = (typeof VIEWS)[number]

/** A person's choice stays on the next span. */
let chosen: View = 'solution'

interface AnswerViewProps {
  readonly run: string
  readonly log: TraceLog
  readonly request: string
  readonly seq: number
  readonly answer: EventData['request.completed']
}

/** An answer as the Solution that was read from it, as the text that came, or piece by piece as it came. */
export function AnswerView({ run, log, request, seq, answer }: AnswerViewProps) {
  const [view, setView] = useState(chosen)
  return (
    <>
      <div className={css.views} role="group" aria-label={say('views')}>
        {VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            className={classes(css.view, view === each && css.chosen)}
            aria-pressed={view === each}
            onClick={() => {
              chosen = each
              setView(each)
            }}
          >
            {say(`view.${each}`)}
          </button>
        ))}
      </div>
      {view === 'solution' && <Solution run={run} log={log} request={request} seq={seq} answer={answer} />}
      {view === 'raw' && (
        <Stored<string> run={run} value={answer.raw}>
          {(raw) => (
            <div className={css.raw}>
              <pre>{raw}</pre>
              <CopyButton text={raw} />
            </div>
          )}
        </Stored>
      )}
      {view === 'pieces' && (
        <Stored<string> run={run} value={answer.raw}>
          {(raw) => (
            <Stored<readonly (readonly [number, number])[]> run={run} value={answer.pieces}>
              {(pieces) => <Pieces raw={raw} pieces={pieces} />}
            </Stored>
          )}
        </Stored>
      )}
    </>
  )
}
