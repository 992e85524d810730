import type { Run, RunStatus } from '@ensemble/core'
import { Download, Search, Upload, X } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { exportUrl, importRun, readStorage, type Storage } from '../api/run-client.ts'
import { t } from '../i18n/index.ts'
import { goTo } from '../stores/location.ts'
import { useGraph } from '../stores/graph.ts'
import { bytes } from '../trace/format.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { notify } from '../ui/notify.ts'
import { DeleteButton } from './DeleteButton.tsx'
import { runTitle } from './run-title.ts'
import css from './RunsPage.module.css'
import { RunTable } from './RunTable.tsx'
import { say } from './say.ts'
import { useRunPages } from './use-run-pages.ts'

const STATUSES: readonly RunStatus[] = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled']
const isStatus = (text: string): text is RunStatus => STATUSES.some((status) => status === text)

/** Every Run of the workspace: searched, filtered, opened, compared, taken away. */
export function RunsPage() {
  const [text, setText] = useState('')
  const [idea, setIdea] = useState('')
  const [status, setStatus] = useState<RunStatus | ''>('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const q = useDeferredValue(text.trim())
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  const isFiltered = q !== '' || idea !== '' || status !== ''
  const pages = useRunPages({ ...(idea && { idea }), ...(status && { status }), ...(q && { q }) })
  const [a, b] = chosen
  const toggle = (id: string): void =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before.slice(-1), id]))
  const close = (): void => goTo('bench')
  return (
    <PageFrame label={say('title')} onClose={close}>
      <header className={css.head}>
        <h2>{say('title')}</h2>
        <label className={css.search}>
          <Search size={14} aria-hidden />
          <input
            type="search"
            aria-label={say('search')}
            placeholder={say('search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <select aria-label={say('idea')} value={idea} onChange={(event) => setIdea(event.target.value)}>
          <option value="">{say('anyIdea')}</option>
          {ideas.map(({ name, title }) => (
            <option key={name} value={name}>
              {title ?? name}
            </option>
          ))}
        </select>
        <select
          aria-label={say('status')}
          value={status}
          onChange={(event) => setStatus(isStatus(event.target.value) ? event.target.value : '')}
        >
          <option value="">{say('anyStatus')}</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`runStatus.${each}`)}
            </option>
          ))}
        </select>
        <span className={css.grow} />
        <StorageUse />
        <Button
          disabled={a === undefined || b === undefined}
          title={say('compareHint')}
          onClick={() => a !== undefined && b !== undefined && goTo('compare', { a, b })}
        >
          {say('compare')}
        </Button>
        <ImportButton />
        <IconButton label={say('back')} Icon={X} onClick={close} />
      </header>
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
        <p className={css.note}>{say(isFiltered ? 'noMatch' : 'none')}</p>
      )}
      {pages.runs.length > 0 && (
        <RunTable
          runs={pages.runs}
          chosen={chosen}
          onChoose={toggle}
          onOpen={(id) => goTo('bench', { run: id })}
          onEnd={pages.more}
          actions={(run) => <Actions run={run} onDeleted={() => pages.forget(run.id)} />}
        />
      )}
    </PageFrame>
  )
}

function Actions({ run, onDeleted }: { readonly run: Run; readonly onDeleted: () => void }) {
  const title = runTitle(run)
  return (
    <>
      <a className={css.action} href={exportUrl(run.id)} download aria-label={say('export', { title })}>
        <Download size={13} aria-hidden />
      </a>
      <DeleteButton run={run.id} title={title} className={css.action} sureClassName={css.sure} onDeleted={onDeleted} />
    </>
  )
}

/** What all Runs take on the disk. */
function StorageUse() {
  const [use, setUse] = useState<Storage | null>(null)
  useEffect(() => {
    let current = true
    readStorage().then(
      (found) => current && setUse(found),
      // It is said beside the list; the list itself says what is wrong.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
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
