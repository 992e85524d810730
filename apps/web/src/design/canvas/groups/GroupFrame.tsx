import { FoldVertical } from 'lucide-react'
import { useStore } from 'zustand'
import { foldGroup } from '../../../document/commands/groups.ts'
import { nodesOf, type Group } from '../../../document/layout/group-tree.ts'
import { graphStore } from '../../../document/graph/graph-store.ts'
import { editInPlace, inPlace } from '../../../document/graph/in-place.ts'
import { classes } from '../../../platform/ui/classes.ts'
import { GroupTitle } from './GroupTitle.tsx'
import styles from './group.module.css'
import { t } from './texts.ts'

export interface GroupProps {
  readonly id: string
  readonly group: Group
  readonly isSelected: boolean
}

/** A group's frame: its bar selects and drags it, its area belongs to the canvas. */
export function GroupFrame({ id, group, isSelected }: GroupProps) {
  const count = useStore(graphStore, ({ groups }) => nodesOf(id, groups).length)
  const isEditing = useStore(inPlace, (editing) => editing.id === id)
  return (
    <section
      className={classes(styles.frame, isSelected && styles.selected)}
      aria-label={t('label', { title: group.title, count })}
    >
      <header
        className={classes('group-bar', styles.bar)}
        title={t('hint')}
        onDoubleClick={(event) => {
          event.stopPropagation()
          editInPlace(id)
        }}
      >
        {isEditing ? (
          <GroupTitle id={id} group={group} />
        ) : (
          <b className={styles.title}>{group.title || t('untitled')}</b>
        )}
        <span className={styles.count}>{t('count', { count })}</span>
        <button
          type="button"
          className={classes('nodrag', styles.fold)}
          aria-label={t('fold')}
          title={t('fold')}
          onClick={(event) => {
            event.stopPropagation()
            foldGroup(id)
          }}
        >
          <FoldVertical size={13} aria-hidden />
        </button>
      </header>
    </section>
  )
}
