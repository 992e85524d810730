import { Panel } from '@xyflow/react'
import { LayoutDashboard, Maximize, Minus, Plus } from 'lucide-react'
import { t } from '../../platform/i18n/index.ts'
import { carryOut } from '../../document/commands/command.ts'
import { fit } from '../../document/commands/fit.ts'
import { zoomIn, zoomOut } from '../../document/commands/zoom.ts'
import styles from './controls.module.css'

const tidyUp = (): void => void import('../../document/commands/tidy.ts').then((module) => carryOut(module.tidy))

const BUTTONS = [
  { press: () => carryOut(zoomIn), Icon: Plus, label: 'canvas.zoomIn' },
  { press: () => carryOut(zoomOut), Icon: Minus, label: 'canvas.zoomOut' },
  { press: () => carryOut(fit), Icon: Maximize, label: 'canvas.fit' },
  { press: tidyUp, Icon: LayoutDashboard, label: 'canvas.tidy' },
] as const

/** Zoom, fit and tidy, in the lower left corner. */
export function CanvasControls() {
  return (
    <Panel position="bottom-left" className={styles.bar}>
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
