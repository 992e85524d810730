import type { GraphNode } from '@ensemble/core'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { findTool } from '../../document/edits/intents.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { sessionStore, type InspectorTab, type Session } from '../../platform/session/session.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import styles from './inspector.module.css'
import { InspectorHeader } from './InspectorHeader.tsx'
import { InspectorProblems } from './InspectorProblems.tsx'
import { InspectorTabs } from './InspectorTabs.tsx'
import { part } from '../../platform/ui/part.tsx'

const IdeaForm = part(() => import('./forms.ts').then((module) => module.IdeaForm))
const ToolForm = part(() => import('./forms.ts').then((module) => module.ToolForm))
const JsonTab = part(() => import('../schema-editor/JsonTab.tsx').then((module) => module.JsonTab))

const selectedTool = (session: Session) => session.selection.tool
const tabOf = (session: Session): InspectorTab => session.inspectorTab
const filesOf = (document: Document) => document.files

/** An Idea, or the one of its Tools that is selected, as a form or as text. */
export function IdeaInspector({ node }: { readonly node: GraphNode }) {
  const selected = useStore(sessionStore, selectedTool)
  const tab = useStore(sessionStore, tabOf)
  const files = useStore(documentStore, filesOf)
  const place = selected === null ? undefined : findTool(files, node.name, selected.name)
  const tool = node.tools.find(({ name }) => name === selected?.name)
  const file = place?.file ?? ideaFile(node.name)
  const record = files.get(file)
  const isBroken = record !== undefined && record.text !== record.valid
  return (
    <>
      <InspectorHeader node={node} tool={tool} />
      <InspectorTabs />
      <div className={styles.content}>
        <ErrorBoundary key={`${node.id} ${place?.name ?? ''} ${tab}`}>
          {tab === 'json' ? (
            <JsonTab key={`${file}#${place?.path.join('/') ?? ''}`} file={file} path={place?.path ?? []} />
          ) : (
            <div className={styles.form}>
              {isBroken && <p className={styles.broken}>{t('inspector.brokenFile', { file })}</p>}
              <fieldset disabled={isBroken} className={styles.fields}>
                {place === undefined ? (
                  <IdeaForm key={node.id} node={node} file={file} />
                ) : (
                  <ToolForm key={`${node.id}/${place.name}`} idea={node.name} place={place} tool={tool} />
                )}
              </fieldset>
            </div>
          )}
        </ErrorBoundary>
      </div>
      <InspectorProblems idea={node.name} tool={place?.name} />
    </>
  )
}
