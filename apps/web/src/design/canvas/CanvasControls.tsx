import { Panel } from '@xyflow/react'
import { Hand, LayoutDashboard, Maximize, Minus, MousePointer2, Plus } from 'lucide-react'
import { t } from '../../platform/i18n/index.ts'
import { carryOut } from '../../document/commands/command.ts'
import { fit } from '../../document/commands/fit.ts'
import { zoomIn, zoomOut } from '../../document/commands/zoom.ts'
import { useStore } from 'zustand'
import { toggleDragging } from '../../document/commands/toggle-dragging.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import styles from './controls.module.css'

const tidyUp = (): void => void import('../../document/commands/tidy.ts').then((module) => carryOut(module.tidy))

const BUTTONS = [
  { press: () => carryOut(zoomIn), Icon: Plus, label: 'canvas.zoomIn' },
  { press: () => carryOut(zoomOut), Icon: Minus, label: 'canvas.zoomOut' },
  { press: () => carryOut(fit), Icon: Maximize, label: 'canvas.fit' },
  { press: tidyUp, Icon: LayoutDashboard, label: 'canvas.tidy' },
] as const

const draggingOf = (session: Session) => session.dragging

/** The controls in the lower left corner: drag mode, zoom, fit and tidy. */
export function CanvasControls() {
  const dragging = useStore(sessionStore, draggingOf)
  return (
    <Panel position="bottom-left" className={styles.bar}>
      <button
        type="button"
        className={styles.button}
        aria-label={t('canvas.dragSelects')}
        aria-pressed={dragging === 'select'}
        title={t(dragging === 'select' ? 'canvas.dragSelects' : 'canvas.dragPans')}
        onClick={() => carryOut(toggleDragging)}
      >
        {dragging === 'select' ? <MousePointer2 size={15} aria-hidden /> : <Hand size={15} aria-hidden />}
      </button>
      {BUTTONS.map(({ press, Icon, label }) => (
        <button
          key={label}
          type="button"
          className={styles.button}
          aria-label={t(label)}
          title={t(label)}
          onClick={press}
        >
          <Icon size={15} aria-hidden />
        </button>
      ))}
    </Panel>
  )
}
