import { useState } from 'react'
import { useStore } from 'zustand'
import type { Document, FileEdit } from '../../document/texts/document.ts'
import { ideaFile, ideaId, nameFault, nameOfIdeaNode, titleFor } from '../../document/texts/files.ts'
import {
  addTool,
  delegate,
  findTool,
  ideaNames,
  newIdea,
  plainTool,
  toolsOfIdea,
  type Files,
} from '../../document/edits/intents.ts'
import { countReferences, ownTitle, renameIdea, renameTool } from '../../document/edits/rename.ts'
import { placeNodes } from '../../document/layout/layout-edits.ts'
import type { Place, Point } from '../../document/layout/layout-file.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { NODE_WIDTH } from '../../document/layout/geometry.ts'
import { withRoom } from '../../document/commands/nodes/make-room.ts'
import { freePlace } from '../../document/commands/nodes/free-place.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { activeProfile } from '../../document/open/profile.ts'
import { closeDialog, selectNode, selectTool, sessionStore, type Dialog } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'

/** The size of an Idea without Tools, in canvas units. */
const NEW_IDEA = { width: NODE_WIDTH, height: 95 }
/** Between a caller and the Idea that is made for it. */
const BESIDE = 140

type NamingDialog = Extract<Dialog, { type: 'newIdea' | 'newTool' | 'renameIdea' | 'renameTool' }>

interface Naming {
  readonly title: string
  readonly submit: string
  readonly initial: string
  /** Names that this one must differ from. */
  readonly others: readonly string[]
  readonly hint: string
  commit(name: string): void
}

function createIdea(files: Files, dialog: Extract<Dialog, { type: 'newIdea' }>, name: string): void {
  const made = newIdea(name, titleFor(name))
  const edits: FileEdit[] = [made]
  // Its place is saved, so that it returns there after a reload.
  const place = dialog.at === undefined ? placeBeside(dialog.from) : roundPlace(dialog.at)
  edits.push(placeNodes(files, new Map([[ideaId(name), place]]), graphStore.getState().places))
  const from = dialog.from === undefined ? null : nameOfIdeaNode(dialog.from)
  if (from !== null) {
    const record = { file: made.file, text: made.text, saved: null, inForce: null, etag: null, valid: made.text }
    edits.push(delegate(new Map(files).set(made.file, record), from, name).edit)
  }
  applyEdits('new idea', edits)
  selectNode(ideaId(name))
  requestAnimationFrame(() => canvasView()?.reveal(ideaId(name)))
}

const roundPlace = ({ x, y }: Point): Place => ({ x: Math.round(x), y: Math.round(y) })

/** A free place for a new Idea: right of the one that will delegate to it, else in the middle of what is seen. */
function placeBeside(from: string | undefined): Place {
  const caller = from === undefined ? undefined : graphStore.getState().places.get(from)
  const middle = canvasView()?.centre() ?? { x: 0, y: 0 }
  const { width, height } = NEW_IDEA
  const wanted =
    caller === undefined
      ? { x: middle.x - width / 2, y: middle.y - height / 2 }
      : { x: caller.x + width + BESIDE, y: caller.y }
  return { ...freePlace(wanted, NEW_IDEA), isAuto: true }
}

const shownTitle = (idea: string): string =>
  graphStore.getState().graph.nodes.find(({ id }) => id === ideaId(idea))?.title ?? idea

/** The dialog's notes on a rename: the names that follow, and a title that doesn't. */
function renameHint(files: Files, idea: string): string {
  const count = countReferences(files, idea)
  const title = ownTitle(files, idea)
  const told = [
    ...(count === 0 ? [] : [t('nameDialog.references', { count })]),
    ...(title === null ? [] : [t('nameDialog.titleStays', { title })]),
  ]
  return told.length === 0 ? t('nameDialog.hint') : told.join(' ')
}

function namingOf(dialog: NamingDialog, files: Files): Naming {
  const hint = t('nameDialog.hint')
  switch (dialog.type) {
    case 'newIdea':
      return {
        title: t('nameDialog.newIdea'),
        submit: t('nameDialog.create'),
        initial: '',
        others: ideaNames(files),
        hint,
        commit: (name) => createIdea(files, dialog, name),
      }
    case 'newTool':
      return {
        title: t('nameDialog.newTool', { idea: shownTitle(dialog.idea) }),
        submit: t('nameDialog.create'),
        initial: '',
        others: toolsOfIdea(files, dialog.idea).map(({ name }) => name),
        hint,
        commit(name) {
          applyEdits('new tool', withRoom(addTool(files, dialog.idea, name, plainTool('')), dialog.idea))
          selectTool(ideaId(dialog.idea), name)
          requestAnimationFrame(() => canvasView()?.reveal(ideaId(dialog.idea)))
        },
      }
    case 'renameIdea':
      return {
        title: t('nameDialog.renameIdea', { name: dialog.idea }),
        submit: t('nameDialog.rename'),
        initial: dialog.idea,
        // Its own one, too: a file cannot take the name that differs from its own only in case.
        others: ideaNames(files),
        hint: renameHint(files, dialog.idea),
        commit(name) {
          applyEdits('rename', renameIdea(files, dialog.idea, name))
          selectNode(ideaId(name))
        },
      }
    case 'renameTool':
      return {
        title: t('nameDialog.renameTool', { name: dialog.tool }),
        submit: t('nameDialog.rename'),
        initial: dialog.tool,
        others: toolsOfIdea(files, dialog.idea)
          .map(({ name }) => name)
          .filter((name) => name !== dialog.tool),
        hint,
        commit(name) {
          const place = findTool(files, dialog.idea, dialog.tool)
          if (place === undefined) return
          const session = sessionStore.getState()
          const { activities } = session.surroundings
          const renamed = { idea: dialog.idea, place, to: name, activities, profile: activeProfile(session) }
          applyEdits('rename', renameTool(files, renamed))
          selectTool(ideaId(dialog.idea), name)
        },
      }
  }
}

const filesOf = (document: Document) => document.files

/** Asks for a name and does what it is for. */
export function NameDialog({ dialog }: { readonly dialog: NamingDialog }) {
  const files = useStore(documentStore, filesOf)
  const naming = namingOf(dialog, files)
  const [name, setName] = useState(naming.initial)
  const isSame = name === naming.initial
  const fault = isSame ? null : nameFault(name, naming.others)
  const { type } = dialog
  const idea = type === 'newIdea' ? null : dialog.idea
  const isGone = idea !== null && files.get(ideaFile(idea))?.text == null
  return (
    <DialogFrame
      title={naming.title}
      submit={naming.submit}
      canSubmit={name !== '' && fault === null && !isGone}
      onSubmit={() => {
        if (!isSame) naming.commit(name)
        closeDialog()
      }}
    >
      <Field
        label={t('nameDialog.name')}
        hint={naming.hint}
        error={isGone ? t('nameDialog.gone', { idea }) : fault === null ? null : t(`nameDialog.${fault}`, { name })}
      >
        {(id) => (
          <input
            id={id}
            className={`${field.input} ${field.code}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            aria-invalid={fault !== null}
            value={name}
            onChange={(event) => setName(event.currentTarget.value.replaceAll(' ', '-'))}
          />
        )}
      </Field>
    </DialogFrame>
  )
}
