import { useStore } from 'zustand'
import { copy } from '../../document/commands/clipboard.ts'
import type { Command } from '../../document/commands/command.ts'
import { remove } from '../../document/commands/delete.ts'
import { duplicate } from '../../document/commands/duplicate.ts'
import { group } from '../../document/commands/groups.ts'
import { t } from '../../platform/i18n/commands.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { Button } from '../../platform/ui/Button.tsx'
import own from './selection.module.css'
import styles from './inspector.module.css'
import { NodeList } from './NodeList.tsx'
import { say } from './say.ts'
import { Section } from './Section.tsx'

/** The actions for several nodes. */
const COMMANDS: readonly Command[] = [group, duplicate, copy, remove]

/** More names than this tell nothing: the canvas shows them all. */
const MOST_NAMES = 100

/** Several nodes in the inspector: how many, what can be done with all of them, and a way to each. */
export function SelectionPanel({ nodes }: { readonly nodes: readonly string[] }) {
  const graph = useStore(graphStore, (picture) => picture.graph)
  const chosen = new Set(nodes)
  const named = graph.nodes.filter(({ id }) => chosen.has(id))
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.ideaTitle}>{say('several.title', { count: nodes.length })}</h2>
        <p className={styles.summary}>{say('several.hint')}</p>
      </header>
      <div className={styles.content}>
        <div className={styles.form}>
          <div className={own.actions}>
            {COMMANDS.filter((command) => command.isEnabled()).map((command) => (
              <Button key={command.id} size="small" onClick={() => command.run()}>
                {t(command.label)}
              </Button>
            ))}
          </div>
          {named.length > 0 && (
            <Section title={say('several.nodes')}>
              <NodeList nodes={named.slice(0, MOST_NAMES)} />
              {named.length > MOST_NAMES && (
                <p className={styles.summary}>{say('several.more', { count: named.length - MOST_NAMES })}</p>
              )}
            </Section>
          )}
        </div>
      </div>
    </>
  )
}
