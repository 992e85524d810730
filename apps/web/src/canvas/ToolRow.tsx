import type { GraphTool } from '@ensemble/core'
import { Pin, ShieldCheck } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../i18n/index.ts'
import { runCommand } from '../commands/registry.ts'
import { nameOfIdeaNode } from '../document/files.ts'
import { useIsPinned } from '../stores/pins.ts'
import { useToolActivity, type ToolActivity } from '../stores/run-activity.ts'
import { selectTool, sessionStore, type Session } from '../stores/session.ts'
import { classes } from '../ui/classes.ts'
import { toolHandle } from './geometry.ts'
import { ModeIcon } from './ModeIcon.tsx'
import styles from './node.module.css'
import { Port } from './Port.tsx'

const selectedTool = (session: Session) => session.selection.tool

function counts({ running, done, failed }: ToolActivity): string {
  const total = running + done + failed
  if (running === 0) return total === 1 ? '' : t('canvas.times', { count: total })
  return done + failed === 0 ? t('canvas.running', { count: running }) : t('canvas.ofTotal', { done, total })
}

interface ToolRowProps {
  readonly node: string
  readonly tool: GraphTool
  /** Whether a delegation can be drawn from it now. */
  readonly hasPort: boolean
}

/** One Tool of a node: its mode, its name, what its Calls are doing, and the port its delegation leaves from. */
export function ToolRow({ node, tool, hasPort }: ToolRowProps) {
  const activity = useToolActivity(node, tool.name)
  const selected = useStore(sessionStore, selectedTool)
  const isPinned = useIsPinned(nameOfIdeaNode(node) ?? '', tool.name)
  const isSelected = selected?.node === node && selected.name === tool.name
  const state = activity === null ? null : activity.running > 0 ? 'running' : activity.failed > 0 ? 'failed' : 'done'
  return (
    <div className={classes(styles.row, styles[tool.mode], isSelected && styles.selectedRow)}>
      <button
        type="button"
        className={styles.rowButton}
        aria-pressed={isSelected}
        title={tool.name}
        onClick={(event) => {
          event.stopPropagation()
          selectTool(node, tool.name)
        }}
        onDoubleClick={(event) => {
          event.stopPropagation()
          runCommand('editSchema')
        }}
      >
        <ModeIcon mode={tool.mode} />
        <span className={styles.rowName}>{tool.name}</span>
        {tool.approval && (
          <span className={styles.approval} title={t('canvas.approval')}>
            <ShieldCheck size={12} aria-label={t('canvas.approval')} />
          </span>
        )}
        {isPinned && (
          <span className={styles.approval} title={t('canvas.pinned')}>
            <Pin size={12} aria-label={t('canvas.pinned')} />
          </span>
        )}
        {activity !== null && (
          <span className={classes(styles.rowState, state !== null && styles[state])}>
            {counts(activity)}
            {state === 'done' && <span aria-label={t('canvas.done')}>✓</span>}
            {state === 'failed' && <span aria-label={t('canvas.failed')}>✕</span>}
          </span>
        )}
      </button>
      <Port id={toolHandle(tool.name)} node={node} isLive={hasPort} isQuiet={tool.mode === 'latent'} />
    </div>
  )
}
