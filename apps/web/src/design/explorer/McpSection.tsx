import { ChevronDown, ChevronRight, Plug, ShieldQuestion, Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { selectNode } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import { dragTool } from './drag-tool.ts'
import type { McpServer } from '../../platform/api/mcp-client.ts'
import { lookAt, mcpStore, watchMcp, type McpView } from './mcp-store.ts'
import css from './mcp.module.css'
import { say } from './say.ts'
import { StateDot } from './StateDot.tsx'

const serversOf = ({ servers }: McpView) => servers
const problemsOf = ({ problems }: McpView) => problems
const toolsOf = ({ tools }: McpView) => tools

interface McpSectionProps {
  readonly names: readonly string[]
  /** The selected node. */
  readonly focus: string | null
}

/** The explorer's list of MCP servers: state, and the tools of those that are opened. */
export function McpSection({ names, focus }: McpSectionProps) {
  const servers = useStore(mcpStore, serversOf)
  const problems = useStore(mcpStore, problemsOf)
  useEffect(watchMcp, [])
  return (
    <ul className={css.servers}>
      {problems.map((problem) => (
        <li key={problem} className={css.problem}>
          {problem}
        </li>
      ))}
      {names.map((name) => (
        <ServerItem key={name} name={name} server={servers.get(name)} isSelected={focus === `mcp:${name}`} />
      ))}
    </ul>
  )
}

interface ServerItemProps {
  readonly name: string
  readonly server: McpServer | undefined
  readonly isSelected: boolean
}

function ServerItem({ name, server, isSelected }: ServerItemProps) {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const asks = server !== undefined && server.hash !== null && !isApproved(server)
  return (
    <li>
      <div className={classes(css.row, isSelected && css.selected)}>
        <button
          type="button"
          className={css.server}
          aria-current={isSelected || undefined}
          onClick={() => selectNode(`mcp:${name}`)}
        >
          <Plug size={14} className={css.icon} aria-hidden />
          <span className={css.name}>{name}</span>
          <span className={css.end}>
            {asks && (
              <ShieldQuestion
                size={13}
                className={css.asks}
                aria-label={say(`approval.${server.approval}`)}
                role="img"
              />
            )}
            {server !== undefined && <StateDot state={server.state} />}
            {server !== undefined && server.tools > 0 && <span>{server.tools}</span>}
          </span>
        </button>
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          aria-label={`${say('tools')}: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={12} aria-hidden />
        </button>
      </div>
      {isOpen && <ToolList name={name} isSeen={server !== undefined && server.hash !== null} />}
    </li>
  )
}

/** A server that never offered anything needs no attention. */
const isApproved = ({ approval, tools }: McpServer): boolean =>
  approval === 'current' || (approval === 'none' && tools === 0)

interface ToolListProps {
  readonly name: string
  /** It said what it offers. */
  readonly isSeen: boolean
}

function ToolList({ name, isSeen }: ToolListProps) {
  const tools = useStore(mcpStore, toolsOf).get(name)
  useEffect(() => lookAt(name), [name])
  if (tools === undefined) return null
  if (tools.length === 0) return <p className={css.empty}>{say(isSeen ? 'noTools' : 'approval.unseen')}</p>
  return (
    <ul className={css.tools}>
      {tools.map((tool) => (
        <li key={tool.name}>
          <button
            type="button"
            className={css.toolItem}
            title={`${tool.description ?? tool.remote}\n${say('drag')}`}
            draggable={tool.problem === undefined && tool.standing !== 'gone'}
            onDragStart={(event) => dragTool(tool, name, event.dataTransfer)}
            onClick={() => selectNode(`mcp:${name}`)}
          >
            <Wrench size={12} className={css.icon} aria-hidden />
            <span className={css.name}>{tool.remote}</span>
            {tool.standing !== 'approved' && <span className={css.end}>{say(`standing.${tool.standing}`)}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
