import type { GraphTool } from '@ensemble/core/idea'
import { Pin, ShieldCheck } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/index.ts'
import { carryOut } from '../../document/commands/command.ts'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { inPlace, toolInPlace } from '../../document/graph/in-place.ts'
import { useIsPinned } from '../../document/open/pins.ts'
import { useToolActivity, type ToolActivity } from '../../runs/open/run-activity.ts'
import { selectTool, sessionStore, type Session } from '../../platform/session/session.ts'
import { part } from '../../platform/ui/part.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { toolHandle } from '../../document/layout/geometry.ts'
import { modeHint } from '../../platform/ui/ModeIcon.tsx'
import status from './node-status.module.css'
import styles from './node.module.css'
import { Port } from './Port.tsx'

const selectedTool = (session: Session) => session.selection.tool

function counts({ running, waiting, done, failed }: ToolActivity): string {
  const total = running + done + failed
  if (running === 0) return total === 1 ? '' : t('canvas.times', { count: total })
  if (waiting > 0 && waiting === running) return t('canvas.waitingCount', { count: waiting })
  return done + failed === 0 ? t('canvas.running', { count: running }) : t('canvas.ofTotal', { done, total })
}

/** As the node says it: what only waits for a person does not run. */
const stateOf = ({ running, waiting, failed }: ToolActivity): 'running' | 'waiting' | 'failed' | 'done' => {
  if (running > 0) return waiting === running ? 'waiting' : 'running'
  return failed > 0 ? 'failed' : 'done'
}

type Drawn = NonNullable<GraphTool['drawn']>

const percents = ({ arms }: Drawn): readonly string[] => arms.map(({ share }) => `${Math.round(share * 100)} %`)

/** Before a Run draws, the row's mode is only the heaviest arm's. */
const drawnText = (drawn: Drawn): string => {
  const shares = percents(drawn)
  return t(`canvas.drawn.${drawn.per}`, {
    arms: drawn.arms.map(({ to }, index) => `${to || t('mode.latent')} ${shares[index]}`).join(', '),
  })
}

interface ToolRowProps {
  readonly node: string
  readonly tool: GraphTool
  /** Whether a delegation can be drawn from it now. */
  readonly hasPort: boolean
}

const ToolName = part(() => import('../naming/ToolName.tsx').then((module) => module.ToolName))

/** One Tool of a node: its mode, its name, what its Calls are doing, and the port its delegation leaves from. */
export function ToolRow({ node, tool, hasPort }: ToolRowProps) {
  const activity = useToolActivity(node, tool.name)
  const selected = useStore(sessionStore, selectedTool)
  const isPinned = useIsPinned(nameOfIdeaNode(node) ?? '', tool.name)
  const isNamed = useStore(inPlace, ({ id }) => id === toolInPlace(node, tool.name))
  const isSelected = selected?.node === node && selected.name === tool.name
  const isFree = tool.mode === 'latent' && tool.modules.length === 0
  const state = activity === null ? null : stateOf(activity)
  // Most rows are a name alone: hundreds of them are on screen, so they have no element that they do not need.
  const drawn = tool.drawn && drawnText(tool.drawn)
  const isBusy = tool.approval || isPinned || activity !== null || drawn !== undefined
  const said = [
    t(`mode.${tool.mode}`),
    tool.name,
    ...(tool.approval ? [t('canvas.approval')] : []),
    ...(isPinned ? [t('canvas.pinned')] : []),
    ...(drawn === undefined ? [] : [drawn]),
    ...(activity === null ? [] : [counts(activity)]),
    ...(state === 'done' || state === 'failed' ? [t(`canvas.${state}`)] : []),
  ]
  return (
    <div
      data-tool={tool.name}
      className={classes(
        styles.row,
        styles[tool.mode],
        isSelected && styles.selectedRow,
        isFree && !hasPort && styles.stub,
      )}
    >
      {isNamed && (
        <span className={styles.rowInput}>
          <ToolName idea={nameOfIdeaNode(node) ?? ''} tool={tool.name} zoom={canvasView()?.zoom()} />
        </span>
      )}
      <button
        type="button"
        hidden={isNamed}
        className={classes(styles.rowButton, styles.toolName, isBusy && styles.busy)}
        aria-pressed={isSelected}
        aria-label={said.join(' ')}
        title={`${tool.name}: ${drawn ?? modeHint(tool.mode)}`}
        onClick={(event) => {
          event.stopPropagation()
          selectTool(node, tool.name)
        }}
        onDoubleClick={(event) => {
          event.stopPropagation()
          void import('../commands/edit-schema.ts').then(({ editSchema }) => carryOut(editSchema))
        }}
      >
        {isBusy ? <span className={styles.rowName}>{tool.name}</span> : tool.name}
        {tool.approval && (
          <span className={styles.approval} title={t('canvas.approval')}>
            <ShieldCheck size={12} aria-hidden />
          </span>
        )}
        {isPinned && (
          <span className={styles.approval} title={t('canvas.pinned')}>
            <Pin size={12} aria-hidden />
          </span>
        )}
        {activity === null && drawn !== undefined && (
          <span className={styles.rowState}>{tool.drawn && percents(tool.drawn).join(' / ')}</span>
        )}
        {activity !== null && (
          <span className={classes(styles.rowState, state !== null && status[state])}>
            {counts(activity)}
            {state === 'done' && <span>✓</span>}
            {state === 'failed' && <span>✕</span>}
          </span>
        )}
      </button>
      {hasPort && !isNamed && (
        <span
          role="presentation"
          className={classes('nodrag', styles.grip)}
          title={t('canvas.orderTool')}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.stopPropagation()
            const { currentTarget, pointerId, clientY: y } = event
            currentTarget.setPointerCapture(pointerId)
            void import('./drag-row.ts').then(({ dragRow }) => dragRow(currentTarget, { pointerId, y }, node))
          }}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      )}
      <Port id={toolHandle(tool.name)} node={node} isLive={hasPort} isFree={isFree} isQuiet={tool.mode === 'latent'} />
    </div>
  )
}
