import type { Run } from '@ensemble/core'
import { Download, Upload } from 'lucide-react'
import { useDeferredValue, useMemo, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { AnnotationMenu } from '../annotation/AnnotationMenu.tsx'
import { exportUrl, importRun, readStorage, type Storage } from '../../platform/api/run-client.ts'
import { run } from '../../document/commands/run.ts'
import { t } from '../../platform/i18n/index.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { bytes } from '../../platform/ui/format.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { notify } from '../../platform/session/notify.ts'
import { DeleteButton } from './DeleteButton.tsx'
import { DeleteChosen } from './DeleteChosen.tsx'
import { LossNotices } from './LossNotices.tsx'
import { RunFailedAgain } from './RunFailedAgain.tsx'
import { RunFilters } from './RunFilters.tsx'
import { filterOf, isNarrow, paramsOf, sortedBy, viewOf, type RunsView } from './runs-view.ts'
import { runTitle } from '../open/run-title.ts'
import css from './RunsPage.module.css'
import { RunTable } from './RunTable.tsx'
import { say } from './say.ts'
import { useChosenRuns } from './use-chosen-runs.ts'
import { useRunPages } from './use-run-pages.ts'

const paramsNow = ({ params }: Place): Place['params'] => params
const STORAGE_PAUSE_MS = 200

/** Every Run of the workspace: searched, filtered, opened, compared, deleted. */
export function RunsPage() {
  const params = useStore(placeStore, paramsNow)
  const view = useMemo(() => viewOf(params), [params])
  const setView = (next: RunsView): void => amendPlace(paramsOf(next))
  const wanted = useDeferredValue(view)
  const [opened] = useState(Date.now)
  const filter = useMemo(() => filterOf(wanted, opened), [wanted, opened])
  const pages = useRunPages(filter)
  const choice = useChosenRuns(pages)
  const [a, b, more] = choice.chosen
  return (
    <PageFrame
      title={say('title')}
      back={say('back')}
      onClose={close}
      actions={
        <>
          <StorageUse runs={pages.runs.length} />
          <RunFailedAgain runs={pages.runs.filter(({ id }) => choice.inSight.includes(id))} onStarted={choice.toggle} />
          <DeleteChosen runs={choice.inSight} onDeleted={choice.forget} />
          <Button
            disabled={a === undefined || b === undefined || more !== undefined}
            title={say('compareHint')}
            onClick={() => a !== undefined && b !== undefined && goTo('compare', { a, b })}
          >
            {say('compare')}
          </Button>
          <ImportButton />
        </>
      }
    >
      <LossNotices />
      <RunFilters filter={view} asked={filter} onChange={setView} />
      {choice.isChoosingAll && (
        <p className={css.hidden} role="status">
          {say('choosing', { count: pages.runs.length })}
        </p>
      )}
      {choice.hidden > 0 && (
        <p className={css.hidden} role="status">
          {say('hidden', { count: choice.hidden })}
          <Button size="small" onClick={choice.forgetHidden}>
            {say('forgetHidden')}
          </Button>
        </p>
      )}
      <ListState pages={pages} isFiltered={isNarrow(wanted)} />
      {pages.runs.length > 0 && (
        <RunTable
          view={view}
          onSort={(column) => setView(sortedBy(view, column))}
          runs={pages.runs}
          chosen={choice.chosen}
          onChoose={choice.toggle}
          onExtend={choice.extend}
          hasMore={pages.hasMore}
          isChoosingAll={choice.isChoosingAll}
          onChooseAll={(all) => void choice.chooseAll(all)}
          onOpen={(id) => goTo('bench', { run: id })}
          onEnd={pages.more}
          onChange={pages.replace}
          actions={(each) => <Actions run={each} onChange={pages.replace} onDeleted={() => choice.forget(each.id)} />}
        />
      )}
    </PageFrame>
  )
}

const close = (): void => goTo('bench')

interface ListStateProps {
  readonly pages: ReturnType<typeof useRunPages>
  readonly isFiltered: boolean
}

/** The reason that the list is missing: it failed, is loading, or is empty. */
function ListState({ pages: { state, problem, again, runs }, isFiltered }: ListStateProps) {
  if (state === 'failed')
    return (
      <p className={css.note} role="alert">
        {say('failed', { reason: problem ?? '' })}{' '}
        <Button size="small" onClick={again}>
          {t('app.retry')}
        </Button>
      </p>
    )
  if (state === 'loading')
    return (
      <p className={css.note} role="status">
        {say('loading')}
      </p>
    )
  if (runs.length > 0) return null
  const startFirst = (): void => {
    close()
    run.run()
  }
  return (
    <div className={css.note}>
      <p>{say(isFiltered ? 'noMatch' : 'none')}</p>
      {!isFiltered && run.isEnabled() && <Button onClick={startFirst}>{t('command.run')}</Button>}
    </div>
  )
}

interface ActionsProps {
  readonly run: Run
  readonly onChange: (run: Run) => void
  readonly onDeleted: () => void
}

function Actions({ run, onChange, onDeleted }: ActionsProps) {
  const title = runTitle(run)
  return (
    <>
      <AnnotationMenu run={run} onChange={onChange} />
      <a className={css.action} href={exportUrl(run.id)} download aria-label={say('export', { title })}>
        <Download size={13} aria-hidden />
      </a>
      <DeleteButton run={run.id} title={title} className={css.action} sureClassName={css.sure} onDeleted={onDeleted} />
    </>
  )
}

/** The disk use of all Runs; read again when the list's length changes. */
function StorageUse({ runs }: { readonly runs: number }) {
  const [use, setUse] = useState<Storage | null>(null)
  useEffect(() => {
    let current = true
    const read = (): void =>
      void readStorage().then(
        (found) => current && setUse(found),
        // It is shown next to the list; the list itself reports errors.
        () => undefined,
      )
    // Once for many that are deleted one after the other.
    const timer = setTimeout(read, STORAGE_PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [runs])
  if (use === null) return null
  return (
    <span className={css.storage}>
      {say('storage', { count: use.runs, bytes: bytes(use.journal + use.artifacts) })}
    </span>
  )
}

function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File): Promise<void> => {
    try {
      const { id } = await importRun(await file.text())
      goTo('bench', { run: id })
    } catch (error) {
      notify.refusal(error)
    }
  }
  return (
    <>
      <Button title={say('importHint')} onClick={() => input.current?.click()}>
        <Upload size={13} aria-hidden /> {say('import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void read(file)
        }}
      />
    </>
  )
}
