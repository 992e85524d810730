import { useStore } from 'zustand'
import { foldGroup, removeGroup } from '../../document/commands/groups.ts'
import { writeGroups } from '../../document/layout/layout-edits.ts'
import { nodesOf, type Group } from '../../document/layout/group-tree.ts'
import styles from './inspector.module.css'
import { NodeList } from './NodeList.tsx'
import { Section } from './Section.tsx'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import own from '../canvas/groups/group.module.css'
import { t } from '../canvas/groups/texts.ts'

/** A group in the inspector: its name, its nodes, and what can be done with it. */
export function GroupPanel({ id, group }: { readonly id: string; readonly group: Group }) {
  const { graph, groups } = useStore(graphStore, (picture) => picture)
  const members = graph.nodes.filter((node) => group.nodes.includes(node.id))
  const inner = group.nodes.flatMap((member) => {
    const found = groups.get(member)
    return found === undefined ? [] : [{ id: member, name: found.title || t('untitled') }]
  })
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.ideaTitle}>{group.title || t('untitled')}</h2>
        <p className={styles.summary}>{t('text')}</p>
      </header>
      <div className={styles.content}>
        <div className={styles.form}>
          <Section title={t('group')}>
            <Field label={t('name')}>
              {(field) => (
                <TextInput
                  id={field}
                  value={group.title}
                  onChange={(title) =>
                    applyEdits(
                      'nameGroup',
                      [writeGroups(documentStore.getState().files, new Map([[id, { ...group, title }]]))],
                      { mark: `${id}#text` },
                    )
                  }
                />
              )}
            </Field>
            <div className={own.actions}>
              <Button onClick={() => foldGroup(id)}>
                {group.folded ? t('unfold', { count: nodesOf(id, groups).length }) : t('fold')}
              </Button>
              <Button onClick={() => removeGroup(id)}>{t('remove')}</Button>
            </div>
          </Section>
          <Section title={t('nodes')}>
            <NodeList nodes={[...inner, ...members]} />
          </Section>
        </div>
      </div>
    </>
  )
}
