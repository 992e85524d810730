import { Panel } from '@xyflow/react'
import { Hand, History, LayoutDashboard, Maximize, Minus, MousePointer2, Plus, Redo2, Undo2 } from 'lucide-react'
import { t } from '../../platform/i18n/commands.ts'
import { carryOut } from '../../document/commands/command.ts'
import { redo } from '../../document/commands/redo.ts'
import { showHistory } from '../../document/commands/show-history.ts'
import { showKeys } from '../../document/commands/show-keys.ts'
import { stepOf, type Way } from '../../document/commands/take-step.ts'
import { undo } from '../../document/commands/undo.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { say, sayStep } from '../../document/open/say-step.ts'
import type { Document } from '../../document/texts/document.ts'
import { fit } from '../../document/commands/fit.ts'
import { zoomIn, zoomOut } from '../../document/commands/zoom.ts'
import { useStore } from 'zustand'
import { toggleDragging } from '../../document/commands/toggle-dragging.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Legend } from '../first-look/Legend.tsx'
import styles from './controls.module.css'

const tidyUp = (): void => void import('../../document/commands/tidy.ts').then((module) => carryOut(module.tidy))

const BUTTONS = [
  { press: () => carryOut(zoomIn), Icon: Plus, label: 'canvas.zoomIn' },
  { press: () => carryOut(zoomOut), Icon: Minus, label: 'canvas.zoomOut' },
  { press: () => carryOut(fit), Icon: Maximize, label: 'canvas.fit' },
  { press: tidyUp, Icon: LayoutDashboard, label: 'canvas.tidy' },
] as const

const STEPS = [
  { way: 'undo', command: undo, Icon: Undo2, nothing: 'nothingToUndo' },
  { way: 'redo', command: redo, Icon: Redo2, nothing: 'nothingToRedo' },
] as const

const historyOf = ({ history }: Document) => history
const draggingOf = (session: Session) => session.dragging

/** The button's effect with its keys, or the reason that it does nothing. */
function hintOf(way: Way, nothing: 'nothingToUndo' | 'nothingToRedo', keys: string | undefined): string {
  const entry = stepOf(way)
  const text = entry === undefined ? say(nothing) : say(way, { step: sayStep(entry) })
  return keys === undefined || entry === undefined ? text : `${text} (${showKeys(keys)})`
}

/** The controls in the lower left corner: undo and redo, drag mode, zoom, fit and tidy. */
export function CanvasControls({ isCrowded }: { readonly isCrowded: boolean }) {
  const dragging = useStore(sessionStore, draggingOf)
  // Drawn again with each step: the hints name the next one.
  useStore(documentStore, historyOf)
  return (
    <Panel position="bottom-left" className={styles.strip}>
      <div className={styles.bar}>
        {STEPS.map(({ way, command, Icon, nothing }) => {
          const hint = hintOf(way, nothing, command.keys?.[0])
          return (
            <button
              key={way}
              type="button"
              className={styles.button}
              aria-label={t(`command.${way}`)}
              aria-disabled={!command.isEnabled()}
              title={hint}
              onClick={() => carryOut(command)}
            >
              <Icon size={15} aria-hidden />
            </button>
          )
        })}
        <button
          type="button"
          className={styles.button}
          aria-label={say('title')}
          title={`${say('open')} (${showKeys('Mod+Alt+Z')})`}
          onClick={() => carryOut(showHistory)}
        >
          <History size={15} aria-hidden />
        </button>
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
      </div>
      <Legend isFolded={isCrowded} />
    </Panel>
  )
}
