import type { GraphNode } from '@ensemble/core'
import { useMemo } from 'react'
import { ActivityNode } from '../activities/ActivityNode.tsx'
import { NODE_WORDS } from '../canvas/node-words.ts'
import { ideaId, nameFault, titleFor } from '../../document/texts/files.ts'
import { newIdea } from '../../document/edits/intents.ts'
import { placeNodes } from '../../document/layout/layout-edits.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { fixText } from '../../platform/i18n/problem-text.ts'
import { applyFix } from '../../document/commands/problem-actions.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { graphStore, useGraph } from '../../document/graph/graph-store.ts'
import { selectNode } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import styles from './inspector.module.css'
import { Section } from './Section.tsx'
import { UsedBy } from './UsedBy.tsx'
import { useFixes } from './use-fixes.ts'

/** Buttons that lead the Tools of a missing Idea to the one with the nearest name. */
function NearestIdea({ address }: { readonly address: string }) {
  const { problems } = useGraph()
  const own = useMemo(
    () => problems.filter(({ code, message }) => code === 'module.unresolved' && message.startsWith(`${address} `)),
    [problems, address],
  )
  return useFixes(own).flatMap(({ tool, fix }) =>
    fix === undefined ? (
      []
    ) : (
      <Button key={tool} className={styles.addButton} onClick={() => applyFix(fix)}>
        {own.length > 1 && tool !== undefined ? `${tool}: ` : ''}
        {fixText(fix.title)}
      </Button>
    ),
  )
}

/** A node that isn't an Idea: its kind, and the Tools that lead to it. */
export function OtherNode({ node }: { readonly node: GraphNode }) {
  const wanted = node.name.replace(/^idea:\/\//, '')
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.toolTitle}>{node.name}</h2>
        <p className={styles.summary}>{t(NODE_WORDS[node.kind])}</p>
      </header>
      <div className={styles.content}>
        <div className={styles.form}>
          <Section title={t('inspector.description')}>
            {node.kind === 'activity' ? (
              <ActivityNode name={node.name} />
            ) : (
              <p>{t(node.kind === 'missing' ? 'inspector.missingNode' : 'inspector.remoteNode')}</p>
            )}
            {node.kind === 'missing' && <NearestIdea address={node.name} />}
            {node.kind === 'missing' && nameFault(wanted, []) === null && (
              <Button
                className={styles.addButton}
                onClick={() => {
                  // Where the missing one was drawn.
                  const { places } = graphStore.getState()
                  const at = places.get(node.id)
                  const { files } = documentStore.getState()
                  const edits = [newIdea(wanted, titleFor(wanted))]
                  if (at !== undefined)
                    edits.push(placeNodes(files, new Map([[ideaId(wanted), { ...at, isAuto: true }]]), places))
                  applyEdits('newIdea', edits)
                  selectNode(`idea:${wanted}`)
                }}
              >
                {t('inspector.createMissing')}
              </Button>
            )}
          </Section>
          <Section title={t('inspector.usedBy')}>
            <UsedBy node={node} />
          </Section>
        </div>
      </div>
    </>
  )
}
