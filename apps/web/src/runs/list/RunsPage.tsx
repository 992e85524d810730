import type { Run } from '@ensemble/core'
import { Download, Upload } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { AnnotationMenu } from '../annotation/AnnotationMenu.tsx'
import { exportUrl, importRun, readStorage, type RunFilter, type Storage } from '../../platform/api/run-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { run } from '../../document/commands/run.ts'
import { t } from '../../platform/i18n/index.ts'
import { goTo } from '../../platform/session/location.ts'
import { bytes } from '../../platform/ui/format.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { notify } from '../../platform/session/notify.ts'
import { extendChoice, NOTHING, toggleRun, withoutRun } from '../open/choice.ts'
import { DeleteButton } from './DeleteButton.tsx'
import { DeleteChosen } from './DeleteChosen.tsx'
import { LossNotices } from './LossNotices.tsx'
import { RunFilters } from './RunFilters.tsx'
import { runTitle } from '../open/run-title.ts'
import css from './RunsPage.module.css'
import { RunTable } from './RunTable.tsx'
import { say } from './say.ts'
import { useRunPages } from './use-run-pages.ts'

const NO_FILTER: RunFilter = {}
const STORAGE_PAUSE_MS = 200

/** Every Run of the workspace: searched, filtered, opened, compared, taken away. */
export function RunsPage() {
  const [filter, setFilter] = useState<RunFilter>(NO_FILTER)
  const [choice, setChoice] = useState(NOTHING)
  const [choosing, setChoosing] = useState(false)
  const wanted = useDeferredValue(filter)
  const isFiltered = Object.keys(wanted).length > 0
  const pages = useRunPages(wanted)
  const { chosen } = choice
  const [a, b, more] = chosen
  const listed = pages.runs.map(({ id }) => id)
  // A filter may hide what was chosen before: what nobody sees is not deleted.
  const inSight = listed.filter((id) => chosen.includes(id))
  const hidden = chosen.length - inSight.length
  const forget = (id: string): void => {
    pages.forget(id)
    setChoice((before) => withoutRun(before, id))
  }
  useEffect(
    () =>
      // Deleted in another window, too, it is chosen no longer.
      serverEvents.onEvent(({ type, run: id }) => {
        if (type === 'run.removed') setChoice((before) => withoutRun(before, String(id)))
      }),
    [],
  )
  const close = (): void => goTo('bench')
  const lastAsked = useRef(0)
  const chooseAll = async (all: boolean): Promise<void> => {
    const asked = ++lastAsked.current
    setChoosing(all)
    if (!all) return setChoice(NOTHING)
    const ids = await pages.all()
    // Whoever thinks better of it while they are fetched has chosen nothing.
    if (asked !== lastAsked.current) return
    setChoosing(false)
    if (ids !== null) setChoice({ chosen: ids })
  }
  const startFirst = (): void => {
    close()
    run.run()
  }
  return (
    <PageFrame
      title={say('title')}
      back={say('back')}
      onClose={close}
      actions={
        <>
          <StorageUse runs={pages.runs.length} />
          <DeleteChosen runs={inSight} onDeleted={forget} />
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
      <RunFilters filter={filter} onChange={setFilter} />
      {choosing && (
        <p className={css.hidden} role="status">
          {say('choosing', { count: pages.runs.length })}
        </p>
      )}
      {hidden > 0 && (
        <p className={css.hidden} role="status">
          {say('hidden', { count: hidden })}
          <Button size="small" onClick={() => setChoice({ chosen: inSight })}>
            {say('forgetHidden')}
          </Button>
        </p>
      )}
      {pages.state === 'failed' && (
        <p className={css.note} role="alert">
          {say('failed', { reason: pages.problem ?? '' })}{' '}
          <Button size="small" onClick={pages.again}>
            {t('app.retry')}
          </Button>
        </p>
      )}
      {pages.state === 'loading' && (
        <p className={css.note} role="status">
          {say('loading')}
        </p>
      )}
      {pages.state === 'ready' && pages.runs.length === 0 && (
        <div className={css.note}>
          <p>{say(isFiltered ? 'noMatch' : 'none')}</p>
          {!isFiltered && run.isEnabled() && <Button onClick={startFirst}>{t('command.run')}</Button>}
        </div>
      )}
      {pages.runs.length > 0 && (
        <RunTable
          runs={pages.runs}
          chosen={chosen}
          onChoose={(id) => setChoice((before) => toggleRun(before, id))}
          onExtend={(to, from) => setChoice((before) => extendChoice(before, listed, to, from))}
          hasMore={pages.hasMore}
          isChoosingAll={choosing}
          onChooseAll={(all) => void chooseAll(all)}
          onOpen={(id) => goTo('bench', { run: id })}
          onEnd={pages.more}
          onChange={pages.replace}
          actions={(run) => <Actions run={run} onChange={pages.replace} onDeleted={() => forget(run.id)} />}
        />
      )}
    </PageFrame>
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

/** What all Runs take on the disk; read again when more or fewer of them are listed. */
function StorageUse({ runs }: { readonly runs: number }) {
  const [use, setUse] = useState<Storage | null>(null)
  useEffect(() => {
    let current = true
    const read = (): void =>
      void readStorage().then(
        (found) => current && setUse(found),
        // It is said beside the list; the list itself says what is wrong.
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
