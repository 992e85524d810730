import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { importArchive, type TakenArchive } from '../../platform/api/archive-client.ts'
import { ApiError } from '../../platform/api/client.ts'
import { importConversation, importRun } from '../../platform/api/run-client.ts'
import { targetIdea } from '../../document/commands/targets.ts'
import { goTo } from '../../platform/session/location.ts'
import { closeDialog, openDialog } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { ChooseOperations } from './ChooseOperations.tsx'
import { filesIn } from './dropped-files.ts'
import { entriesOf } from './entries-of.ts'
import { ForeignPreview } from './ForeignPreview.tsx'
import { lastImport } from './last-import.ts'
import { ReportList } from './ReportList.tsx'
import { tellConversation } from './tell-conversation.ts'
import { Taken } from './Taken.tsx'
import css from './import.module.css'
import { kindOfFile } from './kind-of-file.ts'
import { type Foreign, readForeign } from './read-foreign.ts'
import { say } from './say.ts'

interface Refused {
  readonly name: string
  readonly reason: string
  readonly places: readonly string[]
}

type State =
  | { readonly type: 'waiting' }
  | { readonly type: 'report' }
  | { readonly type: 'reading'; readonly name: string }
  | ({ readonly type: 'refused' } & Refused)
  | { readonly type: 'taken'; readonly name: string; readonly taken: TakenArchive }
  | { readonly type: 'choosing'; readonly foreign: Foreign; readonly isBusy: boolean }
  | { readonly type: 'foreign'; readonly foreign: Foreign }

const toRefused = (name: string, error: unknown): Refused =>
  error instanceof ApiError
    ? { name, reason: error.detail || error.title, places: error.errors.map(({ message }) => message) }
    : { name, reason: error instanceof Error ? error.message : String(error), places: [] }

interface ImportViewProps {
  readonly files?: readonly File[] | undefined
  /** Dropped folders and files, in place of `files`. */
  readonly entries?: readonly FileSystemEntry[] | undefined
  /** Opens at the report of the last import. */
  readonly ofLast?: boolean | undefined
}

/** Imports any files: shows what they become, and takes them completely or not at all. */
export function ImportView({ files: given, entries = [], ofLast = false }: ImportViewProps) {
  const last = useStore(lastImport, ({ foreign }) => foreign?.imported)
  const hasReport = last !== undefined && last.report.length > 0
  const [state, setState] = useState<State>({ type: ofLast ? 'report' : 'waiting' })
  const refuse = (name: string, reason: string): void => setState({ type: 'refused', name, reason, places: [] })

  const takeTools = async (file: File): Promise<void> => {
    const idea = targetIdea()
    if (idea === null) refuse(file.name, say('noIdea'))
    else openDialog({ type: 'importTools', idea, tool: null, text: await file.text() })
  }
  /** Several files are of other programs; a single text may be. */
  const takeForeign = async (files: readonly File[]): Promise<boolean> => {
    const foreign = await readForeign(files)
    if (foreign === null) return false
    const hasChoice = foreign.imported.operations.length > 1
    setState(hasChoice ? { type: 'choosing', foreign, isBusy: false } : { type: 'foreign', foreign })
    return true
  }
  const choose = async (before: Foreign, keys: readonly string[]): Promise<void> => {
    setState({ type: 'choosing', foreign: before, isBusy: true })
    try {
      const foreign = await readForeign(before.files, keys)
      if (foreign !== null) setState({ type: 'foreign', foreign })
    } catch (error) {
      setState({ type: 'refused', ...toRefused(before.names.join(', '), error) })
    }
  }
  const takeMany = async (files: readonly File[]): Promise<void> => {
    const [first] = files
    if (first === undefined) return
    if (files.length === 1) return take(first)
    const name = say('files', { count: files.length })
    setState({ type: 'reading', name })
    try {
      if (!(await takeForeign(files))) refuse(name, say('unknownFiles'))
    } catch (error) {
      setState({ type: 'refused', ...toRefused(name, error) })
    }
  }
  const take = async (file: File): Promise<void> => {
    const { name } = file
    setState({ type: 'reading', name })
    try {
      const kind = await kindOfFile(file)
      if (kind === 'archive') setState({ type: 'taken', name, taken: await importArchive(file) })
      else if (kind === 'run') {
        const { id } = await importRun(await file.text())
        closeDialog()
        goTo('bench', { run: id })
      } else if (kind === 'conversation') {
        const taken = await importConversation(name, await file.text())
        closeDialog()
        goTo('bench', { run: taken.id })
        tellConversation(name, taken)
      } else if (kind === 'tools') {
        if (!(await takeForeign([file]))) await takeTools(file)
      } else refuse(name, kind === 'unknown' ? say('unknown') : say('tooLarge', { size: Math.round(file.size / 1e6) }))
    } catch (error) {
      setState({ type: 'refused', ...toRefused(name, error) })
    }
  }
  const takeDrop = async (files: readonly File[], dropped: readonly FileSystemEntry[]): Promise<void> => {
    if (dropped.length === 0) return takeMany(files)
    const [{ name } = { name: '' }] = dropped
    setState({ type: 'reading', name })
    try {
      const found = await filesIn(dropped)
      if (found.length === 0) refuse(name, say('emptyFolder'))
      else await takeMany(found)
    } catch (error) {
      setState({ type: 'refused', ...toRefused(name, error) })
    }
  }
  const taken = useRef<readonly File[]>(undefined)
  useEffect(() => {
    if (given === undefined || taken.current === given) return
    taken.current = given
    void takeDrop(given, entries)
  })

  if (state.type === 'report' && hasReport)
    return (
      <DialogFrame title={say('foreign.added', { programs: last.programs.join(', ') })} wide>
        <ReportList report={last.report} />
      </DialogFrame>
    )
  if (state.type === 'choosing') {
    const { foreign, isBusy } = state
    return (
      <ChooseOperations
        operations={foreign.imported.operations}
        isBusy={isBusy}
        onChoose={(keys) => void choose(foreign, keys)}
      />
    )
  }
  if (state.type === 'foreign') {
    const { foreign } = state
    return (
      <ForeignPreview foreign={foreign} onChooseAgain={() => setState({ type: 'choosing', foreign, isBusy: false })} />
    )
  }
  return (
    <DialogFrame title={say('title')} text={say('text')}>
      <FilePlace isBusy={state.type === 'reading'} onFiles={(files, dropped = []) => void takeDrop(files, dropped)} />
      {state.type === 'waiting' && hasReport && (
        <Button look="quiet" onClick={() => setState({ type: 'report' })}>
          {say('foreign.lastReport')}
        </Button>
      )}
      {state.type === 'reading' && <p role="status">{say('reading', { name: state.name })}</p>}
      {state.type === 'refused' && <Refusal {...state} />}
      {state.type === 'taken' && <Taken name={state.name} taken={state.taken} />}
    </DialogFrame>
  )
}

interface FilePlaceProps {
  readonly isBusy: boolean
  readonly onFiles: (files: readonly File[], entries?: readonly FileSystemEntry[]) => void
}

function FilePlace({ isBusy, onFiles }: FilePlaceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files], entriesOf(event.dataTransfer))
  }
  return (
    <div
      className={classes(css.place, isOver && css.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Upload size={18} aria-hidden />
      <Button look="primary" disabled={isBusy} onClick={() => input.current?.click()}>
        {say('choose')}
      </Button>
      <span className={css.hint}>{say('drop')}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={say('choose')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again, once it was changed.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

function Refusal({ name, reason, places }: Refused) {
  return (
    <div role="alert" className={css.refusal}>
      <strong>{say('refused', { name })}</strong>
      <p>{reason}</p>
      {places.length > 1 && (
        <ul className={css.files}>
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
