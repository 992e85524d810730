import type { GraphNode } from '@ensemble/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import styles from '../inspector.module.css'
import { usesOf } from '../../../document/edits/uses-of.ts'
import { Section } from '../Section.tsx'
import { UsedBy } from '../UsedBy.tsx'
import { useGraph } from '../../../document/graph/graph-store.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { SecretRow } from '../../activities/SecretRow.tsx'
import { LogLines } from './LogLines.tsx'
import { approveServer, startServer, stopServer, type McpServer } from '../../../platform/api/mcp-client.ts'
import { lookAt, mcpStore, refreshMcp, watchMcp, type McpView } from '../../explorer/mcp-store.ts'
import css from './mcp-panel.module.css'
import { say } from '../../explorer/say.ts'
import { StateDot } from '../../explorer/StateDot.tsx'
import { ToolCard } from './ToolCard.tsx'
import { useAction } from './use-action.ts'

const whole = (view: McpView): McpView => view
/** The log grows without a word from the server's stream. */
const LOG_MS = 2000

/** The inspector of an MCP server: state, approval, tools, log. */
export function McpPanel({ node }: { readonly node: GraphNode }) {
  const { name } = node
  const graph = useGraph()
  const { servers, tools, logs } = useStore(mcpStore, whole)
  const server = servers.get(name)
  useEffect(() => {
    const leave = [watchMcp(), lookAt(name)]
    const timer = setInterval(() => void refreshMcp(), LOG_MS)
    return () => {
      clearInterval(timer)
      for (const end of leave) end()
    }
  }, [name])
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.toolTitle}>{name}</h2>
        <p className={styles.summary}>{say('kind')}</p>
      </header>
      <div className={styles.content}>
        <div className={styles.form}>
          {server !== undefined && <StateSection server={server} />}
          <Section title={say('tools')} note={String(tools.get(name)?.length ?? '')}>
            {server !== undefined && <ApprovalLine server={server} />}
            <ul className={css.cards}>
              {(tools.get(name) ?? []).map((tool) => (
                <ToolCard key={tool.name} server={name} tool={tool} />
              ))}
            </ul>
          </Section>
          {usesOf(node, graph).length > 0 && (
            <Section title={say('usedBy')}>
              <UsedBy node={node} />
            </Section>
          )}
          <Section title={say('log')}>
            <LogLines lines={logs.get(name) ?? []} />
          </Section>
        </div>
      </div>
    </>
  )
}

function StateSection({ server }: { readonly server: McpServer }) {
  const [isBusy, run] = useAction()
  const { name, state, target, error, protocol } = server
  const missing = /needs the secret ([\w-]+), which has no value/.exec(error ?? '')?.[1]
  const canStop = state === 'ready' || state === 'starting'
  return (
    <section className={styles.section} aria-label={say(`state.${state}`)}>
      <div className={css.stateLine}>
        <StateDot state={state} />
        <b>{say(`state.${state}`)}</b>
        {protocol !== undefined && <span className={css.revision}>{say('protocol', { revision: protocol })}</span>}
        <span className={styles.action}>
          {canStop ? (
            <Button size="small" onClick={() => run(() => stopServer(name))}>
              {say('stop')}
            </Button>
          ) : (
            <Button
              size="small"
              title={say('startHint')}
              disabled={isBusy || state === 'disabled'}
              onClick={() => run(() => startServer(name))}
            >
              {say('start')}
            </Button>
          )}
        </span>
      </div>
      <code className={css.target}>{target}</code>
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {missing !== undefined && <SecretRow name={missing} />}
      {state === 'failed' && <p className={styles.note}>{say('retryAt')}</p>}
    </section>
  )
}

function ApprovalLine({ server }: { readonly server: McpServer }) {
  const [isBusy, run] = useAction()
  const { name, approval, hash, tools, earlier } = server
  if (hash === null) return approval === 'none' ? <p className={styles.note}>{say('approval.unseen')}</p> : null
  if (tools === 0 && approval === 'none') return <p className={styles.note}>{say('noTools')}</p>
  if (approval === 'current' && earlier === 0) return <p className={styles.note}>{say('approval.current')}</p>
  return (
    <div className={css.banner} role="status">
      <p>{approval === 'current' ? say('approval.earlier', { count: earlier }) : say(`approval.${approval}`)}</p>
      <Button size="small" look="primary" disabled={isBusy} onClick={() => run(() => approveServer(name, hash))}>
        {approval === 'current' ? say('askFromNow') : say('approve', { count: tools })}
      </Button>
    </div>
  )
}
