import type { JsonObject } from '@ensemble/core'
import { useState } from 'react'
import styles from '../inspector.module.css'
import { useGraph } from '../../../document/graph/graph-store.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { classes } from '../../../platform/ui/classes.ts'
import { addMcpTool } from '../../explorer/add-mcp-tool.ts'
import type { McpTool } from '../../../platform/api/mcp-client.ts'
import css from './mcp-panel.module.css'
import { say } from '../../explorer/say.ts'
import { ToolRules } from './ToolRules.tsx'
import { Scroll } from '../../../platform/ui/Scroll.tsx'

/** One tool of a server: its description, its state, and the way into an Idea. */
export function ToolCard({ server, tool }: { readonly server: string; readonly tool: McpTool }) {
  const { remote, description, standing, was, readOnly, problem, lost } = tool
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <span className={css.cardTitle}>
          <code className={css.cardName}>{remote}</code>
          {!(standing === 'approved') && (
            <span className={classes(css.tag, standing === 'changed' && css.tagWait)}>
              {say(`standing.${standing}`)}
            </span>
          )}
          {readOnly && (
            <span className={css.tag} title={say('readOnlyHint')}>
              {say('readOnly')}
            </span>
          )}
        </span>
        {problem === undefined && standing !== 'gone' && <AddTo tool={tool} />}
      </div>
      {description !== undefined && <Description text={description} />}
      {was !== undefined && <p className={css.was}>{wordsBefore(was, description)}</p>}
      {problem !== undefined && <p className={css.error}>{problem}</p>}
      {problem === undefined && standing !== 'gone' && <ToolRules server={server} tool={tool} />}
      <details className={css.details}>
        <summary>{say('schema')}</summary>
        <Scroll as="pre" label={say('schema')}>
          {JSON.stringify(tool.schema, null, 2)}
        </Scroll>
        {was !== undefined && (
          <>
            <p className={styles.note}>{say('schemaBefore')}</p>
            <Scroll as="pre" label={say('schemaBefore')}>
              {JSON.stringify(was, null, 2)}
            </Scroll>
          </>
        )}
        {lost.length > 0 && (
          <>
            <p className={styles.note}>{say('lost')}</p>
            <ul>
              {lost.map(({ path, what }) => (
                <li key={path + what} className={styles.note}>
                  {what}
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
    </li>
  )
}

const MOST_LETTERS = 500
const MOST_LINES = 8

/** A server's text about a tool: shortened, so that the next tools stay in reach, and expandable. */
function Description({ text }: { readonly text: string }) {
  const isLong = text.length > MOST_LETTERS || text.split('\n').length > MOST_LINES
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <p className={classes(css.description, isLong && !isWhole && css.clipped)}>{text}</p>
      {isLong && (
        <Button
          size="small"
          look="quiet"
          className={css.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {say(isWhole ? 'less' : 'whole')}
        </Button>
      )}
    </>
  )
}

/** The approved version, in words if it differs. */
const wordsBefore = (was: JsonObject, description: string | undefined): string => {
  const words = typeof was.description === 'string' ? was.description : ''
  return words === (description ?? '') ? say('wasSchema') : say('was', { words: words === '' ? '–' : words })
}

/** The Ideas that can take the tool; choosing one adds it. */
function AddTo({ tool }: { readonly tool: McpTool }) {
  const { nodes } = useGraph()
  const ideas = nodes.filter(({ kind }) => kind === 'idea')
  return (
    <select
      className={css.addTo}
      aria-label={say('addLabel', { tool: tool.remote })}
      value=""
      onChange={({ target }) => addMcpTool(tool, target.value)}
    >
      <option value="" disabled>
        {say('add')}
      </option>
      {ideas.map(({ name, title }) => (
        <option key={name} value={name}>
          {title ?? name}
        </option>
      ))}
    </select>
  )
}
