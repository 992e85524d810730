import type { GraphNode } from '@ensemble/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { orderTool } from '../../document/commands/tool-rows.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { selectTool } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import styles from './inspector.module.css'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** An Idea's Tools in the order in which a model reads them; dragging or Alt and an arrow changes it. */
export function ToolList({ node }: { readonly node: GraphNode }) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = (): void => {
    setDragged(null)
    setOver(null)
  }
  const step = (event: KeyboardEvent, tool: string, index: number): void => {
    const by = event.altKey ? STEPS[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const to = index + by
    if (to < 0 || to >= node.tools.length) return
    orderTool(node.name, tool, to)
    // A line that moved keeps the focus, for the next key too.
    queueMicrotask(() => list.current?.querySelectorAll('button')[to]?.focus())
  }
  return (
    <ul ref={list} className={styles.tools}>
      {node.tools.map((tool, index) => (
        <li
          key={tool.name}
          className={classes(over === index && dragged !== tool.name && styles.dropped)}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', tool.name)
            setDragged(tool.name)
          }}
          onDragOver={(event) => {
            if (dragged === null) return
            event.preventDefault()
            setOver(index)
          }}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== null && dragged !== tool.name) orderTool(node.name, dragged, index)
            end()
          }}
          onDragEnd={end}
        >
          <button
            type="button"
            className={styles.tool}
            title={t('inspector.orderTools')}
            onClick={() => selectTool(node.id, tool.name)}
            onKeyDown={(event) => step(event, tool.name, index)}
          >
            <ModeIcon mode={tool.mode} />
            <code>{tool.name}</code>
            <span className={styles.note}>{tool.modules.join(', ') || tool.activity || t(`mode.${tool.mode}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
