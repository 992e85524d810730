import type { Problem } from '@ensemble/core'
import { fixAll, isWholeFix } from '@ensemble/core/editor'
import { ArrowLeft, Download, Upload, Wrench } from 'lucide-react'
import { useStore } from 'zustand'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import type { Document } from '../../document/texts/document.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { announce, openDialog } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { BrokenCalls } from './BrokenCalls.tsx'
import { DraftState } from './DraftState.tsx'
import { SchemaBounds } from './SchemaBounds.tsx'
import { closeEditor, openEditor, type EditorPlace } from '../../platform/session/editor-place.ts'
import { partText, type EditedTool } from './part.ts'
import { ProblemList } from './ProblemList.tsx'
import { isCounted } from './row-marks.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'

const filesOf = (document: Document) => document.files

interface EditorHeaderProps {
  readonly place: EditorPlace
  readonly file: string
  readonly tool: EditedTool | null
  /** The edited schema's text. */
  readonly text: string
  /** The whole file's errors, which make it a draft. */
  readonly problems: readonly Problem[]
  /** The shown text's errors; null before the first check. */
  readonly shown: readonly Problem[] | null
  /** The ranges of the problems hold for the text as it is. */
  readonly isCurrent: boolean
  readonly onCompare: () => void
  /** Leads to a problem's place. */
  readonly onProblem: (problem: Problem) => void
}

/** Those that the count is of. */
const listed = (shown: readonly Problem[] | null, problems: readonly Problem[]): readonly Problem[] => {
  const own = shown?.filter(isCounted) ?? []
  return own.length > 0 || shown === null ? own : problems.filter(({ severity }) => severity === 'error')
}

/** Never "No problems" before the text is checked, or while the rest of its file has some that keep it a draft. */
const countOf = (found: readonly Problem[] | null, problems: readonly Problem[]): string => {
  if (found === null) return say('problems.checking')
  const shown = found.filter(isCounted)
  const notes = shown.filter(({ severity }) => severity === 'info').length
  // The status bar counts no notes among the problems either.
  const counts = [
    ...(shown.length > notes ? [say('problems.count', { count: shown.length - notes })] : []),
    ...(notes > 0 ? [say('problems.notes', { count: notes })] : []),
  ]
  if (counts.length > 0) return counts.join(', ')
  const others = problems.filter(({ severity }) => severity === 'error').length
  return others === 0 ? say('problems.none') : say('problems.elsewhere', { count: others })
}

/** The edited part, its state, its problems, and the ways in and out. */
export function EditorHeader(props: EditorHeaderProps) {
  const { place, file, tool, text, problems, shown, isCurrent, onCompare, onProblem } = props
  const { idea, part } = place
  const files = useStore(documentStore, filesOf)
  const { nodes } = useGraph()
  const title = nodes.find(({ kind, name }) => kind === 'idea' && name === idea)?.title ?? idea
  const fixable = (shown ?? []).filter(isWholeFix)
  const value = part.type === 'tool' ? `tool:${part.name}` : part.type

  const choose = (next: string): void => {
    if (next === 'input' || next === 'output') openEditor({ idea, part: { type: next } })
    else openEditor({ idea, part: { type: 'tool', name: next.slice('tool:'.length) } })
  }
  const fixEverything = (): void => {
    const texts = new Map(
      [...files].flatMap(([name, { text }]): [string, string][] => (text === null ? [] : [[name, text]])),
    )
    const { texts: after, fixed } = fixAll(fixable, texts)
    applyEdits(
      'fix',
      [...after].flatMap(([name, text]) => (texts.get(name) === text ? [] : [{ file: name, text }])),
    )
    announce(say('problems.fixed', { count: fixed.length }))
  }

  return (
    <header className={styles.header}>
      <IconButton label={say('back')} Icon={ArrowLeft} data-back onClick={closeEditor} />
      <span className={styles.idea} dir="auto" title={title}>
        {title}
      </span>
      <span aria-hidden className={styles.sep}>
        ›
      </span>
      {tool !== null && <ModeIcon mode={tool.mode} size={14} />}
      <select
        aria-label={say('part')}
        className={classes(field.input, styles.part)}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <optgroup label={say('tools')}>
          {toolsOfIdea(files, idea).map(({ name }) => (
            <option key={name} value={`tool:${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
        {(['input', 'output'] as const)
          .filter((type) => partText(files, { idea, part: { type } }) !== undefined)
          .map((type) => (
            <option key={type} value={type}>
              {say(type)}
            </option>
          ))}
      </select>
      <DraftState file={file} problems={problems} onCompare={onCompare} />
      <SchemaBounds text={text} />
      <span className={styles.grow} />
      {tool !== null && <BrokenCalls tool={tool} text={text} onShow={onCompare} />}
      <ProblemList label={countOf(shown, problems)} problems={listed(shown, problems)} onGo={onProblem} />
      {fixable.length > 0 && (
        <Button size="small" disabled={!isCurrent} onClick={fixEverything}>
          <Wrench size={12} aria-hidden />
          {say('problems.fixAll', { count: fixable.length })}
        </Button>
      )}
      <Button size="small" onClick={() => openDialog({ type: 'importTools', idea, tool: tool?.name ?? null })}>
        <Download size={12} aria-hidden />
        {say('import')}
      </Button>
      {tool !== null && (
        <Button size="small" onClick={() => openDialog({ type: 'exportTool', idea, tool: tool.name })}>
          <Upload size={12} aria-hidden />
          {say('export')}
        </Button>
      )}
    </header>
  )
}
