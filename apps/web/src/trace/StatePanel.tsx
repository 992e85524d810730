import type { Json } from '@ensemble/core'
import { loopOf, spanDetail } from '@ensemble/core/trace'
import { t } from '../i18n/index.ts'
import type { RunView } from '../stores/run.ts'
import { EmptyPanel } from './EmptyPanel.tsx'
import { ideaTitle } from './idea-title.ts'
import { JsonTree } from './JsonTree.tsx'
import css from './StatePanel.module.css'
import { Stored } from './Stored.tsx'
import { useRun, useShown } from './use-run.ts'

const pickRun = (state: RunView): string | null => state.runId

/** The state of every Loop at the instant shown, with the input that references read beside it. */
export function StatePanel() {
  const run = useRun(pickRun)
  const shown = useShown()
  if (shown === null || run === null) return null
  const { log, cursor } = shown
  const loops = cursor.spans().filter((span) => span.kind === 'run' || span.module !== undefined)
  if (loops.length === 0) return <EmptyPanel text={t('state.none')} />
  const written = new Set(cursor.statefulLoops())
  const lastWrite = log.events.findLast((event) => event.seq <= cursor.seq && event.type === 'state.written')

  return (
    <div className={css.panel} tabIndex={0} role="region" aria-label={t('state.label')}>
      {loops.map((loop) => {
        const input = inputOf(spanDetail(log, loop.id, cursor.seq))
        const isNewest = lastWrite !== undefined && loopOf(lastWrite.span) === loop.id
        return (
          <section key={loop.id} className={css.loop}>
            <h4>
              {ideaTitle(loop.module ?? loop.idea)}
              {loop.tool !== undefined && <span className={css.via}>{t('state.via', { tool: loop.tool })}</span>}
              {isNewest && lastWrite.type === 'state.written' && <code className={css.ref}>{lastWrite.data.ref}</code>}
            </h4>
            <div className={css.roots}>
              <div>
                <h5>{t('state.input')}</h5>
                {input === undefined ? (
                  <p className={css.nothing}>{t('state.noInput')}</p>
                ) : (
                  <Stored<Json> run={run} value={input}>
                    {(value) => <JsonTree run={run} value={value} open={2} />}
                  </Stored>
                )}
              </div>
              <div>
                <h5>{t('state.state')}</h5>
                {written.has(loop.id) ? (
                  <JsonTree run={run} value={cursor.state(loop.id)} open={3} />
                ) : (
                  <p className={css.nothing}>{t('state.nothingWritten')}</p>
                )}
              </div>
            </div>
          </section>
        )
      })}
    </div>
  )
}

const inputOf = (detail: ReturnType<typeof spanDetail>) => detail?.resolved ?? detail?.input
