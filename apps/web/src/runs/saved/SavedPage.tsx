import type { Json } from '@ensemble/core'
import type { RunStatus, Stored as StoredValue } from '@ensemble/core/journal'
import { cursorAt, spanDetail, tokensOf, type TraceLog } from '@ensemble/core/trace'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { ModeShapes } from '../../platform/ui/ModeIcon.tsx'
import { t } from '../../platform/i18n/run.ts'
import { ArtifactChip } from '../artifacts/ArtifactChip.tsx'
import { runTitle } from '../open/run-title.ts'
import { RUN_TONES } from '../list/run-tone.ts'
import type { RunView } from '../open/run-view.ts'
import { count, duration } from '../../platform/ui/format.ts'
import { JsonTree } from '../trace/JsonTree.tsx'
import { MessagesPanel } from '../trace/MessagesPanel.tsx'
import { Scrubber } from '../trace/scrubber/Scrubber.tsx'
import { SpanDetail } from '../trace/SpanDetail.tsx'
import { StatePanel } from '../trace/StatePanel.tsx'
import { Stored } from '../trace/Stored.tsx'
import { Timeline } from '../trace/timeline/Timeline.tsx'
import { TreePanel } from '../trace/TreePanel.tsx'
import { useRun } from '../trace/use-run.ts'
import { SimulatedNotice } from '../result/SimulatedNotice.tsx'
import { Pill } from '../../platform/ui/Pill.tsx'
import css from './saved.module.css'
import { readSavedRun } from './saved-run.ts'
import { say } from './say.ts'
import { language } from '../../platform/i18n/language.ts'

const pickLog = ({ log }: RunView): TraceLog | null => log
const pickStatus = ({ status }: RunView): RunStatus | null => status
const pickSelected = ({ selectedSpan }: RunView): string | null => selectedSpan

const VIEWS = ['timeline', 'tree', 'messages', 'state', 'result'] as const

/** A Run that was saved as one page: the trace as the product shows it, with what only a server can do left out. */
export function SavedPage() {
  const log = useRun(pickLog)
  const status = useRun(pickStatus)
  const selected = useRun(pickSelected)
  if (log === null || status === null) return null
  const panels: Readonly<Record<(typeof VIEWS)[number], ReactNode>> = {
    timeline: <Timeline />,
    tree: <TreePanel />,
    messages: <MessagesPanel />,
    state: <StatePanel />,
    result: <Outcome log={log} />,
  }
  return (
    <main className={css.page} aria-label={say('label')}>
      <ModeShapes />
      <Head log={log} status={status} />
      <Tabs.Root className={css.body} defaultValue="timeline">
        <div className={css.trace}>
          <Tabs.List className={css.tabs} aria-label={say('views')}>
            {VIEWS.map((view) => (
              <Tabs.Trigger key={view} value={view} className={css.tab}>
                {say(`view.${view}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Scrubber />
          {VIEWS.map((view) => (
            <Tabs.Content key={view} value={view} className={css.panel} tabIndex={-1}>
              {panels[view]}
            </Tabs.Content>
          ))}
        </div>
        <aside className={css.detail}>
          {selected === null ? <p className={css.hint}>{say('choose')}</p> : <SpanDetail />}
        </aside>
      </Tabs.Root>
    </main>
  )
}

const STARTED = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

function Head({ log, status }: { readonly log: TraceLog; readonly status: RunStatus }) {
  const [created] = log.events
  const total = cursorAt(log).total('')
  if (created?.type !== 'run.created') return null
  const spans = cursorAt(log).spans()
  return (
    <header className={css.head}>
      <h1>{runTitle(created.data)}</h1>
      <Pill tone={RUN_TONES[status]}>{t(`runStatus.${status}`)}</Pill>
      <SimulatedNotice log={log} />
      <p className={css.facts} title={say('note')}>
        {say('facts', {
          model: created.data.model,
          started: STARTED.format(new Date(created.at)),
          time: duration((log.times.at(-1) ?? 0) - (log.times[0] ?? 0)),
          requests: say('requests', { count: total.requests }),
          calls: say('calls', { count: spans.filter(({ kind }) => kind === 'call').length }),
          tokens: count(tokensOf(total).used),
        })}
      </p>
    </header>
  )
}

/** The input, the output, and the resulting files. */
function Outcome({ log }: { readonly log: TraceLog }) {
  const { run, file } = readSavedRun()
  const detail = spanDetail(log, '')
  const files = log.events.flatMap((event) => (event.type === 'artifact.created' ? [event.data] : []))
  const failure = detail?.failures.at(-1)?.error
  return (
    <div className={css.outcome}>
      {failure !== undefined && <p className={css.fault}>{failure.message}</p>}
      <Value title={say('output')} run={run} value={detail?.result} />
      <Value title={say('input')} run={run} value={detail?.input} />
      {files.length > 0 && (
        <section>
          <h2>{say('files')}</h2>
          <ul className={css.files}>
            {files.map((artifact) => (
              <li key={artifact.name}>
                {artifact.type.startsWith('audio/') && file(artifact.name)?.startsWith('data:audio/') ? (
                  // eslint-disable-next-line jsx-a11y/media-has-caption -- the record next to it describes the sound
                  <audio controls src={file(artifact.name)} aria-label={artifact.name} />
                ) : null}
                {file(artifact.name)?.startsWith('data:image/') && (
                  <img src={file(artifact.name)} alt={artifact.name} />
                )}
                {file(artifact.name) === undefined ? (
                  <span className={css.hint}>{`${artifact.name}: ${say('leftOut')}`}</span>
                ) : (
                  <ArtifactChip run={run} artifact={{ $artifact: artifact.name, ...artifact }} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface ValueProps {
  readonly title: string
  readonly run: string
  readonly value: StoredValue<Json> | undefined
}

function Value({ title, run, value }: ValueProps) {
  return (
    <section>
      <h2>{title}</h2>
      {value === undefined ? (
        <p className={css.hint}>{say('noOutput')}</p>
      ) : (
        <Stored<Json> run={run} value={value}>
          {(whole) => <JsonTree run={run} value={whole} open={3} />}
        </Stored>
      )}
    </section>
  )
}
