import { useEffect, useRef } from 'react'
import styles from '../inspector.module.css'
import type { McpLogLine } from '../../../platform/api/mcp-client.ts'
import css from './mcp-panel.module.css'
import { say } from '../../explorer/say.ts'
import { language } from '../../../platform/i18n/language.ts'
import { Scroll } from '../../../platform/ui/Scroll.tsx'

const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hour12: false })

/** A server's output, newest at the end and in view. */
export function LogLines({ lines }: { readonly lines: readonly McpLogLine[] }) {
  const ref = useRef<HTMLDivElement & HTMLPreElement>(null)
  const newest = lines.at(-1)?.at
  useEffect(() => {
    const box = ref.current
    if (box !== null) box.scrollTop = box.scrollHeight
  }, [newest, lines.length])
  if (lines.length === 0) return <p className={styles.note}>{say('noLog')}</p>
  return (
    <Scroll ref={ref} className={css.log} label={say('log')}>
      <ol>
        {lines.map(({ at, from, text }, index) => (
          <li key={`${at}${index}`} data-from={from}>
            <time dateTime={at}>{clock.format(new Date(at))}</time> {text}
          </li>
        ))}
      </ol>
    </Scroll>
  )
}
