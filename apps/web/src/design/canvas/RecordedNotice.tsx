import { Panel } from '@xyflow/react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/canvas-notices.ts'
import { recordedStore, showRecorded } from '../../document/open/recorded-files.ts'
import { Button } from '../../platform/ui/Button.tsx'
import styles from './controls.module.css'

/** Says that the graph is drawn as the open Run was made from it, and leads to the files as they are and back. */
export function RecordedNotice() {
  const { texts, isShown } = useStore(recordedStore)
  if (texts === null) return null
  return (
    <Panel position="top-left" className={styles.notice}>
      <span role="status">{t(isShown ? 'asRecorded' : 'asInFiles')}</span>
      <Button size="small" onClick={() => showRecorded(!isShown)}>
        {t(isShown ? 'showFiles' : 'showRecorded')}
      </Button>
    </Panel>
  )
}
