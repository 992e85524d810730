import type { Json, Message } from '@ensemble/core'
import type { EventData } from '@ensemble/core/journal'
import { loopOf, loopStart, wallOf, type TraceLog, type WallMessage } from '@ensemble/core/trace'
import { Check, Minus } from 'lucide-react'
import { t } from '../../../platform/i18n/run.ts'
import { preview } from '../../../platform/ui/json-preview.ts'
import { pinnedContext } from '../pinned-context.ts'
import { useBodies } from '../use-body.ts'
import css from './ImportsView.module.css'
import { say } from './say.ts'

type Entered = EventData['module.entered']

interface ImportsViewProps {
  readonly run: string
  readonly log: TraceLog
  /** The module Call. */
  readonly span: string
  readonly entered: Entered
}

/** The messages that passed a module's wall, and those withheld. */
export function ImportsView({ run, log, span, entered }: ImportsViewProps) {
  const caller = loopStart(log, loopOf(span))?.hash
  const bodies = useBodies(run, caller === undefined ? [] : [caller])
  const wall = wallOf(log, span, (hash) => pinnedContext(bodies.get(hash)))
  return (
    <div className={css.imports}>
      <p>
        {entered.imports.length === 0 ? (
          t('imports.none')
        ) : (
          <>
            {t('imports.allowed')} <code>{entered.imports.join(', ')}</code>
          </>
        )}
      </p>
      {wall === undefined ? (
        <>
          <Counted title={t('imports.passed')} items={entered.passed} none={t('imports.nothingPassed')} />
          <Counted title={t('imports.withheld')} items={entered.withheld} none={t('imports.nothingWithheld')} />
        </>
      ) : (
        <>
          <ol className={css.wall}>
            {wall.messages.map((each, at) => (
              // Messages have no identity but their place.
              <Line key={at} {...each} />
            ))}
          </ol>
          {wall.later.length > 0 && (
            <p className={css.none}>
              {say('wallLater', { list: wall.later.map(({ type, count }) => `${count} × ${type}`).join(', ') })}
            </p>
          )}
        </>
      )}
    </div>
  )
}

const Line = ({ message, isPassed }: WallMessage) => {
  const label = say(isPassed ? 'wallPassed' : 'wallWithheld')
  return (
    <li data-passed={isPassed}>
      {isPassed ? <Check size={13} role="img" aria-label={label} /> : <Minus size={13} role="img" aria-label={label} />}
      <code>{message.type === 'data' ? `data:${message.kind}` : message.type}</code>
      <span title={textOf(message)}>{textOf(message)}</span>
    </li>
  )
}

/** A Message in a line. */
const textOf = (message: Message): string => {
  switch (message.type) {
    case 'text':
      return message.text.slice(0, 300)
    case 'data':
      return preview(message.data)
    case 'input':
      return preview(message.input ?? null)
    case 'state':
      return preview(message.state ?? {})
    default:
      // A file's value is JSON.
      return preview(message as unknown as Json)
  }
}

interface CountedProps {
  readonly title: string
  readonly items: Entered['passed']
  readonly none: string
}

const Counted = ({ title, items, none }: CountedProps) => (
  <div>
    <h4>{title}</h4>
    {items.length === 0 ? (
      <p className={css.none}>{none}</p>
    ) : (
      <ul>
        {items.map(({ type, kind, count }) => (
          <li key={`${type}:${kind ?? ''}`}>
            <code>{kind === undefined ? type : `${type}:${kind}`}</code>
            <span>{t('imports.messages', { count })}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
