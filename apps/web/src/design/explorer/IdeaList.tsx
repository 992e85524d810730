import type { GraphNode } from '@ensemble/core'
import { ChevronDown, ChevronRight, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import { t } from '../../platform/i18n/around.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { LongList } from '../../platform/ui/LongList.tsx'
import styles from './explorer.module.css'
import { ExplorerItem } from './ExplorerItem.tsx'
import { IdeaItem } from './IdeaItem.tsx'
import { ideaRows, keyOfRow } from './idea-rows.ts'

/** Height of an item, as in explorer.module.css. */
const ROW_HEIGHT = 28
/** More Ideas than this have a filter over them. */
const FEW = 8
/** Folders of a longer list begin closed. */
const MANY = 40

const groupsOf = ({ groups }: Picture) => groups
const sectionsOf = (session: Session) => session.sections

interface IdeaListProps {
  readonly ideas: readonly GraphNode[]
  readonly focus: string | null
}

/** The Ideas of the workspace: a filter over many of them, and the groups of the canvas as folders. */
export function IdeaList({ ideas, focus }: IdeaListProps) {
  const groups = useStore(graphStore, groupsOf)
  const sections = useStore(sessionStore, sectionsOf)
  const [filter, setFilter] = useState('')
  const isLong = ideas.length > FEW
  const rows = useMemo(
    () => ideaRows(ideas, groups, isLong ? filter : '', (id) => sections[id] ?? ideas.length <= MANY),
    [ideas, groups, isLong, filter, sections],
  )
  return (
    <>
      {isLong && (
        <div className={styles.over}>
          <label className={styles.filter}>
            <Search size={13} aria-hidden />
            <input
              type="search"
              value={filter}
              placeholder={t('explorer.filter', { count: ideas.length })}
              aria-label={t('explorer.filter', { count: ideas.length })}
              onChange={(event) => setFilter(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setFilter('')
              }}
            />
          </label>
        </div>
      )}
      {rows.length === 0 && filter !== '' && <p className={styles.empty}>{t('explorer.noMatch')}</p>}
      <LongList
        items={rows}
        keyOf={keyOfRow}
        rowHeight={ROW_HEIGHT}
        show={focus}
        renderItem={(row) =>
          row.type === 'folder' ? (
            <ExplorerItem
              Icon={row.isOpen ? ChevronDown : ChevronRight}
              name={row.title}
              isOpen={row.isOpen}
              depth={row.depth}
              end={row.count}
              onClick={() => sessionStore.setState({ sections: { ...sections, [row.id]: !row.isOpen } })}
            />
          ) : (
            <IdeaItem node={row.node} isSelected={focus === row.node.id} depth={row.depth} />
          )
        }
      />
    </>
  )
}
