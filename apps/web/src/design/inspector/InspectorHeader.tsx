import type { GraphNode } from '@ensemble/core'
import type { GraphTool } from '@ensemble/core/idea'
import { Copy, Maximize2, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import { carryOut } from '../../document/commands/command.ts'
import { duplicate } from '../../document/commands/duplicate.ts'
import { editSchema } from '../commands/edit-schema.ts'
import { remove } from '../../document/commands/delete.ts'
import { rename } from '../../document/commands/rename.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { BreakpointToggle } from '../../runs/trace/waiting/BreakpointToggle.tsx'
import { part } from '../../platform/ui/part.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import styles from './inspector.module.css'
import { usesOf } from '../../document/edits/uses-of.ts'

const ToolBreaks = part(() => import('./ToolBreaks.tsx').then((module) => module.ToolBreaks), { isQuiet: true })

function summary(node: GraphNode, tool: GraphTool | undefined, module: string, imports: string): string {
  if (tool === undefined) return node.file ?? ''
  if (tool.modules.length > 0) {
    return imports === '' ? t('inspector.delegatesTo', { module }) : t('inspector.delegatesWith', { module, imports })
  }
  if (tool.mode === 'explicit') return t('inspector.modeExplicit', { activity: tool.activity ?? tool.name })
  return t('inspector.modeLatent')
}

interface InspectorHeaderProps {
  readonly node: GraphNode
  readonly tool: GraphTool | undefined
}

/** The selection in a word and a sentence, with its actions. */
export const InspectorHeader = memo(function InspectorHeader({ node, tool }: InspectorHeaderProps) {
  const name = tool?.name ?? node.title ?? node.name
  const graph = useGraph()
  const { nodes, edges } = graph
  const uses = tool === undefined ? usesOf(node, graph) : []
  const leaving = edges.filter(({ from, tool: name }) => from === node.id && name === tool?.name)
  const targets = leaving.map(({ to }) => nodes.find(({ id }) => id === to))
  const module = targets.map((target) => target?.title ?? target?.name ?? '').join(', ')
  return (
    <header className={styles.header}>
      <div className={styles.titleLine}>
        {tool !== undefined && <ModeIcon mode={tool.mode} size={15} />}
        <h2 className={tool === undefined ? styles.ideaTitle : styles.toolTitle} dir="auto" title={name}>
          {name}
        </h2>
        <span className={styles.action}>
          <BreakpointToggle
            point={tool === undefined ? { idea: node.name } : { idea: node.name, tool: tool.name }}
            name={name}
          />
          {tool !== undefined && (
            <IconButton
              label={t('inspector.openEditor')}
              Icon={Maximize2}
              size={13}
              onClick={() => carryOut(editSchema)}
            />
          )}
          <IconButton label={t('command.rename')} Icon={Pencil} size={13} onClick={() => carryOut(rename)} />
          {tool === undefined && (
            <IconButton label={t('command.duplicate')} Icon={Copy} size={13} onClick={() => carryOut(duplicate)} />
          )}
          <IconButton
            label={
              uses.length === 0
                ? t('command.delete')
                : t('inspector.deleteUsed', { count: uses.length, tools: uses.map((use) => use.tool).join(', ') })
            }
            Icon={Trash2}
            size={13}
            onClick={() => carryOut(remove)}
          />
        </span>
      </div>
      <p className={styles.summary}>{summary(node, tool, module, leaving[0]?.imports.join(', ') ?? '')}</p>
      {tool !== undefined && <ToolBreaks key={tool.name} idea={node.name} tool={tool.name} mode={tool.mode} />}
    </header>
  )
})
