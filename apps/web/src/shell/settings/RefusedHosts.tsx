import { useEffect, useState } from 'react'
import { type Answer, api } from '../../platform/api/api.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { language } from '../../platform/i18n/language.ts'

type Refused = Answer<'GET', '/api/egress'>['refused'][number]

interface RefusedHostsProps {
  readonly hosts: readonly string[]
  readonly onAllow: (host: string) => void
}

const readRefused = async (): Promise<readonly Refused[]> => (await api('GET', '/api/egress')).refused

/** Hosts that this workspace was refused, each with the button that allows it. */
export function RefusedHosts({ hosts, onAllow }: RefusedHostsProps) {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  useEffect(() => {
    let current = true
    const read = (): void =>
      void readRefused().then(
        (found) => current && setRefused(found),
        () => undefined,
      )
    read()
    const leave = serverEvents.onEvent(({ type }) => {
      if (type === 'egress.refused') read()
    })
    return () => {
      current = false
      leave()
    }
  }, [])
  const open = refused.filter(({ allow }) => allow === undefined || !hosts.includes(allow))
  if (open.length === 0) return null
  return (
    <>
      <h4 className={css.sub}>{say('egress.refused')}</h4>
      <ul className={css.names}>
        {open.map(({ host, message, allow, at, times }) => (
          <li key={`${host} ${allow ?? message}`}>
            <span>
              <code>{host}</code>
              <span className={css.why}>
                {message} {say('egress.times', { count: times })}, {new Date(at).toLocaleTimeString(language)}
              </span>
            </span>
            <span className={css.grow} />
            {allow !== undefined && (
              <Button size="small" onClick={() => onAllow(allow)}>
                {say('egress.allow', { host: allow })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
