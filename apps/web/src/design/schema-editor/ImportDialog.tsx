import type { JsonObject } from '@ensemble/core'
import { readProperties, typeLabel, type ToolFormat } from '@ensemble/core/editor'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile, ideaId } from '../../document/texts/files.ts'
import { toolsOfIdea } from '../../document/edits/intents.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { closeDialog, selectNode } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { openEditor } from '../../platform/session/editor-place.ts'
import { FormatSelect } from './FormatSelect.tsx'
import { FoundIdeas } from './FoundIdeas.tsx'
import { ideaEdits, importEdits } from './import-edits.ts'
import { LostList } from './LostList.tsx'
import { say } from './say.ts'
import styles from './transfer.module.css'
import { useAnswer } from './use-answer.ts'

interface ImportDialogProps {
  readonly idea: string
  /** The replaceable Tools; null if new ones can only be added. */
  readonly tool: string | null
  /** The name of a chosen file; else the text is pasted here. */
  readonly text?: string
}

/** Formats whose texts name their Tools. */
const NAMING: readonly ToolFormat[] = ['openai', 'anthropic', 'gemini', 'mcp', 'openapi']

const filesOf = (document: Document) => document.files

/** The text, how it is read, what it holds and what of that a person takes. */
function useImport({ idea, tool, text: given = '' }: ImportDialogProps) {
  const files = useStore(documentStore, filesOf)
  const { nodes } = useGraph()
  const title = nodes.find(({ kind, name }) => kind === 'idea' && name === idea)?.title ?? idea
  const [text, setText] = useState(given)
  const [format, setFormat] = useState<ToolFormat | null>(null)
  const [name, setName] = useState('tool')
  const [replaces, setReplaces] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const asked = useMemo(() => (text.trim() === '' ? null : { text, format, name }), [text, format, name])
  const { answer } = useAnswer('importTools', asked)
  const found = asked === null || answer === undefined ? [] : answer.tools
  const known = new Set(toolsOfIdea(files, idea).map((one) => one.name))
  const isReplacing = replaces && tool !== null && found.length === 1
  const taken = found.filter((one) => !left.has(one.name))
  const ideas = asked === null ? [] : (answer?.ideas ?? [])
  const takenIdeas = ideas.filter((one) => !left.has(ideaFile(one.name)) && !files.has(ideaFile(one.name)))
  const toggle = (key: string, isTaken: boolean): void => {
    const next = new Set(left)
    if (isTaken) next.delete(key)
    else next.add(key)
    setLeft(next)
  }
  // Programs and lists of agents have no format option, and name all their tools.
  const isProgram = answer?.format === null && found.length + ideas.length > 0
  const namesItself = isProgram || NAMING.some((each) => each === answer?.format)

  const submit = (): void => {
    const chosen = isReplacing
      ? taken.map(({ schema, http }) => ({ name: tool, schema, ...(http !== undefined && { http }) }))
      : taken
    applyEdits('import', [...ideaEdits(takenIdeas), ...importEdits(files, idea, chosen)])
    closeDialog()
    const [first] = chosen
    const [firstIdea] = takenIdeas
    if (firstIdea !== undefined) {
      selectNode(ideaId(firstIdea.name))
      requestAnimationFrame(() => canvasView()?.reveal(ideaId(firstIdea.name)))
    } else if (first !== undefined) openEditor({ idea, part: { type: 'tool', name: first.name } })
  }

  return {
    idea,
    tool,
    title,
    files,
    text,
    setText,
    format,
    setFormat,
    name,
    setName,
    setReplaces,
    isReplacing,
    asked,
    answer,
    found,
    taken,
    known,
    ideas,
    takenIdeas,
    left,
    toggle,
    namesItself,
    submit,
  }
}

type Import = ReturnType<typeof useImport>

/** Tools from a text of another format, with everything that did not map, before anything is changed. */
export function ImportDialog(props: ImportDialogProps) {
  const choice = useImport(props)
  const { text, setText, asked, answer, found, taken, ideas, takenIdeas, isReplacing, files, left, toggle, submit } =
    choice
  return (
    <DialogFrame
      title={say('importDialog.title')}
      text={say('importDialog.text')}
      wide
      submit={
        isReplacing
          ? say('importDialog.submitReplace')
          : ideas.length > 0
            ? say('importDialog.submitIdeas', { count: takenIdeas.length })
            : say('importDialog.submitAdd', { count: taken.length })
      }
      canSubmit={taken.length + takenIdeas.length > 0}
      onSubmit={submit}
    >
      <textarea
        aria-label={say('importDialog.paste')}
        className={classes(field.input, field.code, styles.text)}
        rows={9}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Options choice={choice} />
      {asked !== null && answer !== undefined && found.length + ideas.length === 0 && (
        <p>{say('importDialog.nothing')}</p>
      )}
      {ideas.length > 0 && <FoundIdeas ideas={ideas} files={files} left={left} onToggle={toggle} />}
      <FoundTools choice={choice} />
      {asked !== null && answer !== undefined && <LostList lost={answer.lost} title={say('importDialog.lost')} />}
    </DialogFrame>
  )
}

/** How the text is read, and where its Tools go. */
function Options({ choice }: { readonly choice: Import }) {
  const { tool, title, format, setFormat, name, setName, setReplaces, isReplacing, asked, answer, found, namesItself } =
    choice
  return (
    <div className={styles.options}>
      <Field
        label={say('importDialog.format')}
        {...(format === null && asked !== null && answer !== undefined && answer.format !== null
          ? { note: say('importDialog.detected', { format: say(`format.${answer.format}`) }) }
          : {})}
      >
        {(id) => (
          <FormatSelect
            id={id}
            className={field.input}
            value={format}
            none={say('importDialog.asFound')}
            onChange={setFormat}
          />
        )}
      </Field>
      {!namesItself && !isReplacing && (
        <Field label={say('importDialog.name')}>
          {(id) => (
            <input
              id={id}
              className={classes(field.input, field.code)}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
      )}
      {tool !== null && (
        <Field label={say('importDialog.into')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={isReplacing ? 'replace' : 'add'}
              onChange={({ currentTarget }) => setReplaces(currentTarget.value === 'replace')}
            >
              <option value="add">{say('importDialog.add', { idea: title })}</option>
              <option value="replace" disabled={found.length > 1}>
                {say('importDialog.replace', { tool })}
              </option>
            </select>
          )}
        </Field>
      )}
    </div>
  )
}

function FoundTools({ choice: { tool, found, known, isReplacing, left, toggle } }: { readonly choice: Import }) {
  if (found.length === 0) return null
  return (
    <ul className={styles.found}>
      {found.map(({ name: own, schema }) => (
        <li key={own}>
          <label className={styles.tool}>
            <input
              type="checkbox"
              checked={!left.has(own)}
              onChange={({ currentTarget }) => toggle(own, currentTarget.checked)}
            />
            <code>{isReplacing ? tool : own}</code>
            <span className={styles.note}>
              {typeof schema.description === 'string' ? schema.description : ''}
              {!isReplacing && known.has(own) && ` (${say('importDialog.taken')})`}
            </span>
          </label>
          <code className={styles.preview}>{parametersOf(schema)}</code>
        </li>
      ))}
    </ul>
  )
}

const MOST_SHOWN = 12

/** The parameters that a Tool will have, in a line: `city: string!, days: integer`. */
function parametersOf(schema: JsonObject): string {
  const rows = readProperties(JSON.stringify(schema), '').filter(({ isMeta }) => !isMeta)
  const formatOf = ({ constraints: { format } }: (typeof rows)[number]): string =>
    typeof format === 'string' ? ` (${format})` : ''
  const shown = rows
    .slice(0, MOST_SHOWN)
    .map((row) => `${row.name}: ${typeLabel(row)}${formatOf(row)}${row.required ? '!' : ''}`)
  return rows.length > MOST_SHOWN ? `${shown.join(', ')}, …` : shown.join(', ')
}
