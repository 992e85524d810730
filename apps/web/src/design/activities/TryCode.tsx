import { isObject, type JsonObject } from '@ensemble/core'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { Tried } from '../../platform/api/activity-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { classes } from '../../platform/ui/classes.ts'
import { duration } from '../../platform/ui/format.ts'
import css from './activities.module.css'
import { say } from './say.ts'

interface TryCodeProps {
  readonly call: string
  readonly onCall: (call: string) => void
  readonly tried: Tried | null
  readonly isRunning: boolean
  readonly onTry: () => void
  /** Allows a host that was refused. */
  readonly onAllow?: (host: string) => void
}

/** The object that a text holds; null for any other text. */
export const callOf = (text: string): JsonObject | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** A Call to try the code with, and what it came to. */
export function TryCode({ call, onCall, tried, isRunning, onTry, onAllow }: TryCodeProps) {
  const [isTouched, setTouched] = useState(false)
  const isWrong = callOf(call) === null
  const host = tried?.allow
  return (
    <section className={css.try} aria-label={say('try.title')}>
      <h3>{say('try.title')}</h3>
      <Field label={say('try.call')} error={isTouched && isWrong ? say('try.notJson') : null}>
        {(id) => (
          <textarea
            id={id}
            className={classes(field.input, field.code)}
            value={call}
            spellCheck={false}
            onBlur={() => setTouched(true)}
            onChange={(event) => onCall(event.currentTarget.value)}
          />
        )}
      </Field>
      <div>
        <Button disabled={isWrong || isRunning} onClick={onTry}>
          <Play size={13} aria-hidden /> {isRunning ? say('try.running') : say('try.run')}
        </Button>
      </div>
      <div role="status" className={css.outcome}>
        {tried === null ? (
          <p className={css.hint}>{say(onAllow === undefined ? 'try.empty' : 'try.emptyHttp')}</p>
        ) : (
          <>
            <h4 className={classes(!tried.ok && css.bad)}>
              {say(tried.ok ? 'try.result' : 'try.failed', { time: duration(tried.ms) })}
            </h4>
            {tried.ok ? <pre>{JSON.stringify(tried.result, null, 2)}</pre> : <p className={css.bad}>{tried.message}</p>}
            {host !== undefined && onAllow !== undefined && (
              <div>
                <Button size="small" onClick={() => onAllow(host)}>
                  {say('try.allow', { host })}
                </Button>
              </div>
            )}
            {tried.logs.length > 0 && (
              <>
                <h4>{say('try.log')}</h4>
                <pre>{tried.logs.map(({ level, text }) => `${level.padEnd(5)} ${text}`).join('\n')}</pre>
              </>
            )}
          </>
        )}
      </div>
    </section>
  )
}
