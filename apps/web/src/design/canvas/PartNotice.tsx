import { Panel } from '@xyflow/react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/index.ts'
import { canvasPart, focusOn } from '../../document/graph/canvas-part.ts'
import { useGraphNode } from '../../document/graph/graph-store.ts'
import { Button } from '../../platform/ui/Button.tsx'
import styles from './controls.module.css'

/** Says that only a call path is shown, and shows the whole again. */
export function PartNotice() {
  const focus = useStore(canvasPart, (part) => part.focus)
  const node = useGraphNode(focus ?? '')
  if (node === undefined) return null
  return (
    <Panel position="top-center" className={styles.notice}>
      <span>{t('canvas.callPath', { name: node.title ?? node.name })}</span>
      <Button size="small" onClick={() => focusOn(null)}>
        {t('canvas.showAll')}
      </Button>
    </Panel>
  )
}
