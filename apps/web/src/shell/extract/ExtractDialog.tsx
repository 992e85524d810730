import { useState } from 'react'
import { useStore } from 'zustand'
import { extractIdea } from '../../platform/api/case-client.ts'
import type { Document } from '../../document/texts/document.ts'
import { freeName, ideaId, nameFault } from '../../document/texts/files.ts'
import { ideaNames } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { goTo } from '../../platform/session/location.ts'
import { closeDialog, selectNode } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { notify } from '../../platform/session/notify.ts'
import { say } from './say.ts'

interface ExtractDialogProps {
  readonly run: string
  /** Of the Call that ran the Module. */
  readonly span: string
  /** The Module's own name, or its Tool's. */
  readonly module: string
}

const filesOf = (document: Document) => document.files

/** Makes a recorded Module an Idea of its own, with what was recorded as its first case. */
export function ExtractDialog({ run, span, module }: ExtractDialogProps) {
  const names = ideaNames(useStore(documentStore, filesOf))
  const [name, setName] = useState(() => freeName(module.replace(/[^A-Za-z0-9_-]+/g, '-'), names))
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  const fault = name === '' || busy ? null : nameFault(name, names)
  const extract = async (): Promise<void> => {
    setBusy(true)
    try {
      const made = await extractIdea(run, { span, name, ...(title.trim() !== '' && { title: title.trim() }) })
      closeDialog()
      goTo('bench', { run: made.run })
      selectNode(ideaId(made.idea))
      if (made.case === null) notify.error(say('noCase'))
    } catch (error) {
      setBusy(false)
      notify.refusal(error)
    }
  }
  return (
    <DialogFrame
      title={say('title')}
      text={say('text')}
      submit={say(busy ? 'busy' : 'submit')}
      canSubmit={name !== '' && fault === null && !busy}
      onSubmit={() => void extract()}
    >
      <Field
        label={say('name')}
        hint={say('nameHint')}
        error={fault === null ? null : say(`nameFault.${fault}`, { name })}
      >
        {(id) => (
          <input
            id={id}
            className={`${field.input} ${field.code}`}
            spellCheck={false}
            maxLength={64}
            aria-invalid={fault !== null}
            value={name}
            onChange={(event) => setName(event.target.value.replaceAll(' ', '-'))}
          />
        )}
      </Field>
      <Field label={say('ideaTitle')}>
        {(id) => (
          <input
            id={id}
            className={field.input}
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
    </DialogFrame>
  )
}
