import { isObject, type JsonObject } from '@ensemble/core'
import { useState } from 'react'
import { objectAt, setManifest, textAt } from '../../document/open/use-manifest.ts'
import { language } from '../../platform/i18n/language.ts'
import { turnSchedule, type UsedIdea } from '../../platform/api/use-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import field from '../../platform/ui/field.module.css'
import { say } from './say.ts'
import css from './settings.module.css'

const TIME = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const timeOf = (iso: string): string => TIME.format(new Date(iso))

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
const hasFiveFields = (cron: string): boolean => cron.trim().split(/\s+/).length === 5

interface ScheduleFieldsProps {
  readonly idea: string
  readonly use: JsonObject
  readonly shown: UsedIdea['schedule']
  readonly again: () => void
}

/** When an Idea runs by itself. The file says when; a person switches it on for this machine. */
export function ScheduleFields({ idea, use, shown, again }: ScheduleFieldsProps) {
  const [fault, setFault] = useState<string | null>(null)
  const schedule = objectAt(use, 'schedule')
  const path = ['use', idea, 'schedule']
  const turn = (on: boolean): void => {
    setFault(null)
    turnSchedule(idea, on).then(again, (cause: unknown) =>
      setFault(cause instanceof Error ? cause.message : String(cause)),
    )
  }
  return (
    <>
      <CheckedField
        label={say('use.cron')}
        hint={say('use.cronHint')}
        isCode
        value={textAt(schedule, 'cron')}
        placeholder="0 9 * * 1-5"
        faultOf={(text) => (text === '' || hasFiveFields(text) ? null : say('use.badCron'))}
        onChange={(cron) =>
          cron === ''
            ? setManifest(path, undefined)
            : setManifest(path, {
                timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                ...(isObject(use.schedule) && use.schedule),
                cron,
              })
        }
      />
      {textAt(schedule, 'cron') !== '' && (
        <CheckedField
          label={say('use.timeZone')}
          isCode
          value={textAt(schedule, 'timeZone')}
          placeholder="UTC"
          faultOf={(text) => (text === '' || isTimeZone(text) ? null : say('use.badTimeZone'))}
          onChange={(text) => setManifest([...path, 'timeZone'], text === '' ? undefined : text)}
        />
      )}
      {shown !== undefined && (
        <div className={css.wide}>
          <label className={field.check}>
            <input
              type="checkbox"
              checked={schedule.catchUp === true}
              onChange={({ currentTarget: { checked } }) => setManifest([...path, 'catchUp'], checked || undefined)}
            />
            {say('use.catchUp')}
          </label>
          <p role="status">
            {shown.next === null ? say('use.isOff') : say('use.next', { time: timeOf(shown.next) })}
            {shown.last !== undefined && ` ${say('use.last', { time: timeOf(shown.last.at) })}`}
            {shown.last?.why !== undefined && ` ${say('use.lastFailed', { why: shown.last.why })}`}
            {shown.missed !== undefined && ` ${say('use.missed', { count: shown.missed.count })}`}
          </p>
          <Button size="small" onClick={() => turn(!shown.isOn)}>
            {say(shown.isOn ? 'use.turnOff' : 'use.turnOn')}
          </Button>
          {fault !== null && <p role="alert">{fault}</p>}
        </div>
      )}
    </>
  )
}
