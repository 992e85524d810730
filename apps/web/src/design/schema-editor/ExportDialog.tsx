import type { ToolFormat } from '@ensemble/core/editor'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { findTool } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { FormatSelect } from './FormatSelect.tsx'
import { LostList } from './LostList.tsx'
import { say } from './say.ts'
import styles from './transfer.module.css'
import { useAnswer } from './use-answer.ts'
import { Scroll } from '../../platform/ui/Scroll.tsx'

const filesOf = (document: Document) => document.files

/** A Tool in another format, with everything that format has no place for. */
export function ExportDialog({ idea, tool }: { readonly idea: string; readonly tool: string }) {
  const files = useStore(documentStore, filesOf)
  const [format, setFormat] = useState<ToolFormat>('openai')
  const schema = findTool(files, idea, tool)?.schema
  const asked = useMemo(
    () => (schema === undefined ? null : { name: tool, text: JSON.stringify(schema), format }),
    [schema, tool, format],
  )
  const { answer } = useAnswer('exportTool', asked)
  return (
    <DialogFrame title={say('exportDialog.title', { tool })} wide>
      <Field label={say('exportDialog.format')}>
        {(id) => (
          <FormatSelect
            id={id}
            className={classes(field.input, styles.choice)}
            value={format}
            onChange={(chosen) => setFormat(chosen ?? format)}
          />
        )}
      </Field>
      {answer && (
        <>
          <div className={styles.exported}>
            <span className={styles.copy}>
              <CopyButton text={answer.text} />
            </span>
            <Scroll as="pre" className={styles.code} label={say('exportDialog.title', { tool })}>
              {answer.text}
            </Scroll>
          </div>
          {answer.lost.length === 0 ? (
            <p className={styles.note}>{say('exportDialog.all')}</p>
          ) : (
            <LostList lost={answer.lost} title={say('exportDialog.lost')} />
          )}
        </>
      )}
    </DialogFrame>
  )
}
