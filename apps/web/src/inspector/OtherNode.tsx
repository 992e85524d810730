import type { GraphNode } from '@ensemble/core'
import { nameFault } from '../document/files.ts'
import { newIdea } from '../document/intents.ts'
import { t } from '../i18n/index.ts'
import { applyEdits } from '../stores/document.ts'
import { useGraph } from '../stores/graph.ts'
import { selectNode, selectTool } from '../stores/session.ts'
import { Button } from '../ui/Button.tsx'
import styles from './inspector.module.css'
import { Section } from './Section.tsx'

const WORDS = {
  activity: 'canvas.activity',
  mcp: 'canvas.mcp',
  url: 'canvas.remote',
  missing: 'canvas.missing',
  idea: 'canvas.label',
} as const

/** A node that is no Idea: what it is, and which Tools lead to it. */
export function OtherNode({ node }: { readonly node: GraphNode }) {
  const { nodes, edges } = useGraph()
  const uses = [
    ...edges.filter(({ to }) => to === node.id).map(({ from, tool }) => ({ from, tool })),
    ...nodes.flatMap((each) =>
      each.tools
        .filter((tool) => node.kind === 'activity' && tool.activity === node.name)
        .map((tool) => ({ from: each.id, tool: tool.name })),
    ),
  ]
  const unique = [...new Map(uses.map((use) => [`${use.from}/${use.tool}`, use])).values()]
  const wanted = node.name.replace(/^idea:\/\//, '')
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.toolTitle}>{node.name}</h2>
        <p className={styles.summary}>{t(WORDS[node.kind])}</p>
      </header>
      <div className={styles.content}>
        <div className={styles.form}>
          <Section title={t('inspector.description')}>
            <p>{node.kind === 'missing' ? t('inspector.missingNode') : t('inspector.activityNode')}</p>
            {node.kind === 'missing' && nameFault(wanted, []) === null && (
              <Button
                className={styles.addButton}
                onClick={() => {
                  applyEdits('new idea', [newIdea(wanted, wanted)])
                  selectNode(`idea:${wanted}`)
                }}
              >
                {t('inspector.createMissing')}
              </Button>
            )}
          </Section>
          <Section title={t('inspector.usedBy')}>
            <ul className={styles.tools}>
              {unique.map(({ from, tool }) => (
                <li key={`${from}/${tool}`}>
                  <button type="button" className={styles.tool} onClick={() => selectTool(from, tool)}>
                    <code>{tool}</code>
                    <span className={styles.note}>{nodes.find(({ id }) => id === from)?.title ?? from}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </>
  )
}
