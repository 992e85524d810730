import { Handle, Position, type NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { exampleText } from '../../platform/i18n/example-words.ts'
import { t } from '../../platform/i18n/index.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { editInPlace, inPlace } from '../../document/graph/in-place.ts'
import { toggleFold } from '../../document/graph/canvas-part.ts'
import { useGraphNode, useHidden, useTroubles } from '../../document/graph/graph-store.ts'
import { useNodeActivity } from '../../runs/open/run-activity.ts'
import { holdKeys } from '../../platform/session/held-keys.ts'
import { part } from '../../platform/ui/part.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { ADD_HANDLE, INPUT_HANDLE } from '../../document/layout/geometry.ts'
import { TroubleSign } from '../problems/TroubleSign.tsx'
import { useIsNodeLit } from './light.ts'
import styles from './node.module.css'
import { Port } from './Port.tsx'
import { usePorts } from './use-ports.ts'
import { ToolRow } from './ToolRow.tsx'

const NodeStatus = part(() => import('./NodeStatus.tsx').then((module) => module.NodeStatus), { isQuiet: true })
const WritingBubble = part(() => import('./WritingBubble.tsx').then((module) => module.WritingBubble), {
  isQuiet: true,
})

const IdeaName = part(() => import('../naming/IdeaName.tsx').then((module) => module.IdeaName))

/** An Idea on the canvas: what it is, what it may call, what it is doing. */
export const ModuleNode = memo(function ModuleNode({ id, selected }: NodeProps) {
  const node = useGraphNode(id)
  const activity = useNodeActivity(id)
  const troubles = useTroubles(node?.name ?? '')
  const hidden = useHidden(id)
  const isLit = useIsNodeLit(id)
  const [hasPorts, hover] = usePorts(id)
  const isNamed = useStore(inPlace, (edited) => edited.id === id)
  if (node === undefined) return null
  const state = activity?.status ?? 'idle'
  const title = node.title ?? node.name
  const description = exampleText(node.description ?? '')
  return (
    <article
      {...hover}
      className={classes(styles.node, selected && styles.selected, isLit && styles.lit, styles[`is-${state}`])}
      aria-label={t('canvas.nodeLabel', {
        name: title,
        tools: t('canvas.toolCount', { count: node.tools.length }),
      })}
    >
      <Handle type="target" id={INPUT_HANDLE} position={Position.Left} className={classes(styles.port, styles.input)} />
      <header className={styles.header}>
        {isNamed ? (
          <IdeaName node={node} zoom={canvasView()?.zoom()} />
        ) : (
          <span
            className={styles.title}
            dir="auto"
            title={`${title} · ${node.name}`}
            onDoubleClick={(event) => {
              event.stopPropagation()
              editInPlace(id)
            }}
          >
            {title}
          </span>
        )}
        <TroubleSign troubles={troubles} className={styles.problems} />
        {hidden > 0 && (
          <button
            type="button"
            className={styles.hidden}
            title={t('canvas.folded', { count: hidden })}
            aria-label={t('canvas.folded', { count: hidden })}
            onClick={() => toggleFold(id)}
          >
            +{hidden}
          </button>
        )}
        {activity !== null && <NodeStatus activity={activity} />}
      </header>
      <p className={styles.subtitle} dir="auto" title={description}>
        {node.model !== undefined && <span className={styles.model}>{node.model}</span>}
        {/* A name made from the title would say it again. */}
        {description === '' && title.toLowerCase().replaceAll(' ', '-') !== node.name.toLowerCase()
          ? node.name
          : description}
      </p>
      {node.tools.map((tool) => (
        <ToolRow key={tool.name} node={id} tool={tool} hasPort={hasPorts} />
      ))}
      <div className={classes(styles.row, styles.addRow, !hasPorts && styles.stub)}>
        <button
          type="button"
          className={styles.rowButton}
          title={t('canvas.addToolHint')}
          onClick={(event) => {
            event.stopPropagation()
            const { clientX: x, clientY: y, detail } = event
            // A click of the keyboard is nowhere: then it opens at the port.
            const at = detail === 0 ? undefined : { x, y }
            void holdKeys(import('../../document/commands/add.ts').then(({ addToIdea }) => addToIdea(node.name, at)))
          }}
        >
          {t('canvas.addTool')}
        </button>
        <Port id={ADD_HANDLE} node={id} isLive={hasPorts} isFree />
      </div>
      {activity?.status === 'running' && <WritingBubble node={id} />}
    </article>
  )
})
