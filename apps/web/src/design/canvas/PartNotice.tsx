import { Panel } from '@xyflow/react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/canvas-notices.ts'
import { canvasPart, focusOn, foldTo, showWhole, wholeGraph } from '../../document/graph/canvas-part.ts'
import { graphStore, useGraphNode, type Picture } from '../../document/graph/graph-store.ts'
import { frameOf } from '../../document/graph/node-places.ts'
import { foldedToRead } from '../../document/graph/read-folded.ts'
import { Button } from '../../platform/ui/Button.tsx'
import styles from './controls.module.css'
import { isLarge } from './nearby.ts'

const ideasOf = ({ nodes }: Picture['graph']): number => nodes.filter(({ kind }) => kind === 'idea').length
const totalOf = ({ graph }: Picture): number => ideasOf(graph)
const shownOf = ({ shown }: Picture): number => ideasOf(shown)
const isAnyFolded = ({ hidden }: Picture): boolean => hidden.size > 0
const isShownLarge = ({ shown }: Picture): boolean => isLarge(shown)

function foldLargeParts(): void {
  const { groups } = graphStore.getState()
  foldTo(foldedToRead(wholeGraph(), new Map(), frameOf(groups)))
}

/** Says what part of the graph is shown, a call path alone or what is not folded, and shows the whole again. */
export function PartNotice() {
  const focus = useStore(canvasPart, (part) => part.focus)
  const node = useGraphNode(focus ?? '')
  const total = useStore(graphStore, totalOf)
  const shown = useStore(graphStore, shownOf)
  const isFolded = useStore(graphStore, isAnyFolded)
  const isTooLarge = useStore(graphStore, isShownLarge)
  if (node !== undefined)
    return (
      <Panel position="top-center" className={styles.notice}>
        <span>{t('callPath', { name: node.title ?? node.name })}</span>
        <Button size="small" onClick={() => focusOn(null)}>
          {t('showAll')}
        </Button>
      </Panel>
    )
  if (!isFolded && !isTooLarge) return null
  return (
    <Panel position="bottom-center" className={styles.notice}>
      <span>{isFolded ? t('shownOf', { shown, count: total }) : t('ideaCount', { count: total })}</span>
      <Button size="small" onClick={isFolded ? showWhole : foldLargeParts}>
        {t(isFolded ? 'unfoldAll' : 'foldLarge')}
      </Button>
    </Panel>
  )
}
