import { Panel } from '@xyflow/react'
import { LayoutDashboard, Maximize, Minus, Plus } from 'lucide-react'
import { t } from '../../platform/i18n/index.ts'
import { carryOut } from '../../document/commands/command.ts'
import { fit } from '../../document/commands/fit.ts'
import { tidy } from '../../document/commands/tidy.ts'
import { zoomIn, zoomOut } from '../../document/commands/zoom.ts'
import styles from './controls.module.css'

const BUTTONS = [
  { command: zoomIn, Icon: Plus, label: 'canvas.zoomIn' },
  { command: zoomOut, Icon: Minus, label: 'canvas.zoomOut' },
  { command: fit, Icon: Maximize, label: 'canvas.fit' },
  { command: tidy, Icon: LayoutDashboard, label: 'canvas.tidy' },
] as const

/** Zoom, fit and tidy, in the lower left corner. */
export function CanvasControls() {
  return (
    <Panel position="bottom-left" className={styles.bar}>
      {BUTTONS.map(({ command, Icon, label }) => (
        <button
          key={command.id}
          type="button"
          className={styles.button}
          aria-label={t(label)}
          title={t(label)}
          onClick={() => carryOut(command)}
        >
          <Icon size={15} aria-hidden />
        </button>
      ))}
    </Panel>
  )
}
