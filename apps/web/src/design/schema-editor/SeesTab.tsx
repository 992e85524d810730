import type { WireName } from '@ensemble/core/idea'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { documentStore } from '../../document/open/document-store.ts'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile, toolNameOf } from '../../document/texts/files.ts'
import { parseObject } from '../../document/texts/idea-view.ts'
import { isObject } from '@ensemble/core'
import { ChatMessages } from '../../runs/trace/ChatMessages.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { CodeLines, type CodeLine } from './CodeLines.tsx'
import type { Composed } from './language.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { composeFacts } from './tool-client.ts'
import { useAnswer } from './use-answer.ts'
import { useLoaded } from './use-loaded.ts'

const filesOf = (document: Document) => document.files
const profileOf = (session: Session) => session.profile
const modelOf = (session: Session) => session.model
type Shown = Extract<Composed, { readonly ok: true }>

interface SeesTabProps {
  readonly idea: string
  readonly tool: string | null
  /** The text as it is typed cannot be read (yet). */
  readonly isUnread: boolean
}

const isComposed = (file: string, idea: string): boolean => file === ideaFile(idea) || toolNameOf(file) !== null

const notComposed = (reason: string): string => say('sees.notComposed', { reason })

/** The model's view of the Idea, composed at each key, with this Tool's part marked. */
export function SeesTab({ idea, tool, isUnread }: SeesTabProps) {
  const files = useStore(documentStore, filesOf)
  const profile = useStore(sessionStore, profileOf)
  const chosen = useStore(sessionStore, modelOf)
  const config = parseObject(files.get(ideaFile(idea))?.valid).config
  const own = isObject(config) && typeof config.model === 'string' ? config.model : null
  const model = chosen ?? own
  const { value: facts } = useLoaded(`${profile ?? ''} ${model ?? ''}`, () => composeFacts(profile, model))
  const [wire, setWire] = useState<WireName | null>(null)
  const [strict, setStrict] = useState<boolean | null>(null)
  const asked = useMemo(
    () => (facts === undefined ? null : { idea, tool, wire, strict, facts }),
    [facts, idea, tool, wire, strict],
  )
  // A draft anywhere in the Idea or its shared Tools may be in what is shown.
  const isInForce = [...files.values()].every(({ file, text, inForce }) => text === inForce || !isComposed(file, idea))
  const { answer } = useAnswer('compose', asked, files)
  const [last, setLast] = useState<Shown | null>(null)
  if (answer?.ok && answer !== last) setLast(answer)
  if (last === null) {
    return (
      <p className={styles.quiet}>
        {isUnread ? say('sees.broken') : answer?.ok === false ? notComposed(answer.reason) : say('sees.waiting')}
      </p>
    )
  }
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <label className={styles.choice}>
          {say('sees.wire')}
          <select
            className={classes(field.input, styles.small)}
            value={wire ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setWire(value === 'structured' || value === 'tools' ? value : null)
            }
          >
            <option value="">{say('sees.wireOwn', { model: last.model })}</option>
            <option value="structured">{say('sees.structured')}</option>
            <option value="tools">{say('sees.toolsWire')}</option>
          </select>
        </label>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={strict ?? last.strict}
            onChange={({ currentTarget }) => setStrict(currentTarget.checked)}
          />
          {say('sees.strict')}
        </label>
        <span className={styles.number}>
          {say('sees.totalTokens', { count: last.tokens.schema + last.tokens.messages })}
        </span>
        {answer?.ok === false ? (
          <span className={styles.bad} role="status">
            {isUnread ? say('sees.broken') : notComposed(answer.reason)} {say('sees.older')}
          </span>
        ) : (
          <span className={styles.note}>
            {say(isInForce ? ((wire ?? strict) === null ? 'sees.identical' : 'sees.chosen') : 'sees.draft')}
          </span>
        )}
      </div>
      <div className={styles.halves}>
        <section className={styles.half} aria-label={say('sees.messages')}>
          <h3 className={styles.head}>
            {say('sees.messages')}
            <span>{say('sees.tokens', { count: last.tokens.messages })}</span>
          </h3>
          <div className={classes(styles.scroll, styles.padded)}>
            <ChatMessages run="" messages={last.messages} />
          </div>
        </section>
        <section className={styles.half} aria-label={say(last.wire === 'tools' ? 'sees.functions' : 'sees.schema')}>
          <h3 className={styles.head}>
            {say(last.wire === 'tools' ? 'sees.functions' : 'sees.schema')}
            <span>{say('sees.tokens', { count: last.tokens.schema })}</span>
            {last.shown.part !== undefined && <span className={styles.mark}>{say('sees.thisTool')}</span>}
          </h3>
          <ComposedText shown={last} label={say('sees.schema')} />
        </section>
      </div>
    </div>
  )
}

function ComposedText({ shown: { shown, wire }, label }: { readonly shown: Shown; readonly label: string }) {
  const { lines, first } = useMemo(() => {
    const [from, to] = partLines(shown)
    const all = shown.text.split('\n').map((text, index): CodeLine => {
      const isPart = from !== undefined && to !== undefined && index >= from && index <= to
      return isPart ? { text, tone: 'part' } : { text }
    })
    return { lines: all, first: from }
  }, [shown])
  return <CodeLines label={label} lines={lines} first={first} shows={wire} />
}

const partLines = ({ text, part }: Shown['shown']): readonly [number, number] | readonly [undefined, undefined] => {
  if (part === undefined) return [undefined, undefined]
  const before = text.slice(0, part[0]).split('\n').length - 1
  return [before, before + text.slice(part[0], part[0] + part[1]).split('\n').length - 1]
}
