import { X } from 'lucide-react'
import type { JsonObject } from '@ensemble/core'
import { NumberField } from '../../design/limits/NumberField.tsx'
import { listAt, numberAt, objectAt, setManifest, textAt } from '../../document/open/use-manifest.ts'
import type { UsedIdea } from '../../platform/api/use-client.ts'
import { BASE } from '../../platform/browser/base.ts'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { say } from './say.ts'
import css from './settings.module.css'

const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i
const SECRET = /^secret:\/\/[A-Za-z][\w-]{0,63}$/

const originsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((origin) => origin !== '')

interface UseCardProps {
  readonly idea: string
  readonly use: JsonObject
  readonly shown: UsedIdea | undefined
  readonly again: () => void
}

/** The ways in which others use one Idea: page, webhook, schedule, and their limits. */
export function UseCard({ idea, use, shown, again }: UseCardProps) {
  const limits = objectAt(use, 'limits')
  const set = (name: string, value: Parameters<typeof setManifest>[1]): void => setManifest(['use', idea, name], value)
  const page = `${location.origin}${BASE}/use/${idea}`
  return (
    <section className={css.use} aria-label={idea}>
      <div className={css.partHead}>
        <h4>{idea}</h4>
        <IconButton
          label={say('use.remove', { idea })}
          Icon={X}
          size={13}
          onClick={() => setManifest(['use', idea], undefined)}
        />
      </div>
      <div className={css.grid}>
        <div className={css.wide}>
          <label className={field.check}>
            <input
              type="checkbox"
              checked={use.page === true}
              onChange={({ currentTarget: { checked } }) => set('page', checked || undefined)}
            />
            {say('use.page')}
          </label>
          {use.page === true && (
            <p className={css.pageLink}>
              <a className={css.link} href={page} target="_blank" rel="noreferrer">
                {page}
              </a>
              <CopyButton text={page} />
            </p>
          )}
        </div>
        <CheckedField
          label={say('use.embedIn')}
          hint={say('use.embedInHint')}
          isCode
          value={listAt(use, 'embedIn').join(' ')}
          placeholder="https://example.com"
          faultOf={(text) => (originsIn(text).every((origin) => ORIGIN.test(origin)) ? null : say('use.badOrigin'))}
          onChange={(text) => set('embedIn', text.trim() === '' ? undefined : [...originsIn(text)])}
        />
        <CheckedField
          label={say('use.webhook')}
          hint={shown?.webhook?.isSet === false ? say('use.keyMissing') : say('use.webhookHint')}
          isCode
          value={textAt(use, 'webhook')}
          placeholder="secret://HOOK"
          faultOf={(text) => (text === '' || SECRET.test(text) ? null : say('use.badKey'))}
          onChange={(text) => set('webhook', text === '' ? undefined : text)}
        />
        <ScheduleFields idea={idea} use={use} shown={shown?.schedule} again={again} />
        {(['perMinute', 'atOnce', 'perDay'] as const).map((name) => (
          <NumberField
            key={name}
            label={say(`use.${name}`)}
            value={numberAt(limits, name)}
            placeholder={say('use.default')}
            isWhole
            onChange={(value) => setManifest(['use', idea, 'limits', name], value)}
          />
        ))}
      </div>
    </section>
  )
}
