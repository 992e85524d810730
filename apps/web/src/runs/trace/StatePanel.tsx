import type { Json } from '@ensemble/core'
import {
  appearedBy,
  countUpTo,
  loopOf,
  loopStart,
  spanDetail,
  stateInstances,
  wholeState,
  type PinnedContext,
  type Span,
  type TraceLog,
} from '@ensemble/core/trace'
import { Fragment, useMemo, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import type { RunView } from '../open/run-view.ts'
import { EmptyPanel } from './EmptyPanel.tsx'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { JsonTree } from './JsonTree.tsx'
import css from './StatePanel.module.css'
import { pinnedContext } from './pinned-context.ts'
import { Stored } from './Stored.tsx'
import { useBodies } from './use-body.ts'
import { useRun, useShown } from './use-run.ts'

const FEW = 8

const pickSelected = (state: RunView): string | null => state.selectedSpan
const pickRun = (state: RunView): string | null => state.runId

/** The state of every Loop at the instant shown, with the input that references read. */
export function StatePanel() {
  const run = useRun(pickRun)
  const selected = useRun(pickSelected)
  const shown = useShown()
  const [wanted, setWanted] = useState(false)
  const log = shown?.log
  const hashes = useMemo(() => (log === undefined ? [] : pinnedHashes(log)), [log])
  const pins = useBodies(run ?? '', hashes)
  if (shown === null || log === undefined || run === null) return null
  const { cursor } = shown
  const all = appearedBy(log.loops, cursor.seq).flatMap((id) => cursor.span(id) ?? [])
  if (all.length === 0) return <EmptyPanel text={t('state.none')} />
  const lastWrite = lastWriteBefore(log, cursor.seq)
  const newest = lastWrite === undefined ? undefined : loopOf(lastWrite.span)
  const chosen = selected === null ? undefined : loopOf(selected)
  const isNear = ({ id, status }: Span): boolean =>
    id === '' || id === newest || id === chosen || id === selected || status === 'running' || status === 'waiting'
  const loops = wanted || all.length <= FEW ? all : all.filter(isNear).slice(0, FEW)

  return (
    <div className={css.panel} role="region" aria-label={t('state.label')}>
      {loops.map((loop) => {
        const input = inputOf(spanDetail(log, loop.id, cursor.seq))
        const isNewest = newest === loop.id
        const contextOf: PinnedContext = (hash) => pinnedContext(pins.get(hash))
        const state = wholeState(log, loop.id, cursor.seq, contextOf)
        return (
          <section key={loop.id} className={css.loop}>
            <h3>
              {ideaTitle(loop.module ?? loop.idea)}
              {loop.tool !== undefined && <span className={css.via}>{t('state.via', { tool: loop.tool })}</span>}
              {isNewest && lastWrite !== undefined && <code className={css.ref}>{lastWrite.ref}</code>}
            </h3>
            <div className={css.roots}>
              <div>
                <h4>{t('state.input')}</h4>
                {input === undefined ? (
                  <p className={css.nothing}>{t('state.noInput')}</p>
                ) : (
                  <Stored<Json> run={run} value={input}>
                    {(value) => <JsonTree run={run} value={value} open={2} />}
                  </Stored>
                )}
              </div>
              <div>
                <h4>{t('state.state')}</h4>
                {Object.keys(state).length > 0 ? (
                  <JsonTree run={run} value={state} open={3} />
                ) : (
                  <p className={css.nothing}>{t('state.nothingWritten')}</p>
                )}
                {stateInstances(log, loop.id, cursor.seq, contextOf).map((instance) => (
                  <Fragment key={instance}>
                    <h4>{t('state.ofInstance', { instance })}</h4>
                    <JsonTree run={run} value={wholeState(log, loop.id, cursor.seq, contextOf, instance)} open={1} />
                  </Fragment>
                ))}
              </div>
            </div>
          </section>
        )
      })}
      {loops.length < all.length && (
        <button type="button" className={css.more} onClick={() => setWanted(true)}>
          {t('state.more', { count: all.length - loops.length })}
        </button>
      )}
    </div>
  )
}

/** The Ideas that the Run's Loops began from. */
const pinnedHashes = (log: TraceLog): readonly string[] => {
  const hashes = new Set<string>()
  for (const span of log.loops.spans) hashes.add(loopStart(log, span)?.hash ?? '')
  hashes.delete('')
  return [...hashes]
}

const lastWriteBefore = (log: TraceLog, seq: number) => {
  const event = log.events[(log.writes[countUpTo(log.writes, seq) - 1] ?? 0) - 1]
  return event?.type === 'state.written' ? { span: event.span, ref: event.data.ref } : undefined
}

const inputOf = (detail: ReturnType<typeof spanDetail>) => detail?.resolved ?? detail?.input
