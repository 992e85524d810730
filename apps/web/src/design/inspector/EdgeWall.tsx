import type { GraphEdge } from '@ensemble/core'
import { Check, Minus, X } from 'lucide-react'
import { useStore } from 'zustand'
import { ideaFile, nameOfIdeaNode } from '../../document/texts/files.ts'
import { messagesOf, parseObject } from '../../document/texts/idea-view.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { runStore } from '../../runs/open/run-view.ts'
import { callsOfEdge, type EdgeCalls } from './edge-calls.ts'
import styles from './edge-wall.module.css'
import { passingOf, type Passing } from './passing.ts'
import { say } from './say.ts'

interface EdgeWallProps {
  readonly edge: GraphEdge
  /** Where the pointer came to the edge, in window pixels. */
  readonly at: { readonly x: number; readonly y: number }
}

const WIDTH = 320
const MOST_LINES = 8
const ICONS = { whole: Check, part: Minus, no: X } as const

const placeOf = ({ x, y }: EdgeWallProps['at']) => ({
  left: Math.max(8, Math.min(x + 14, innerWidth - WIDTH - 8)),
  // Above the pointer where the window ends below it.
  ...(y > innerHeight / 2 ? { bottom: innerHeight - y + 14 } : { top: y + 14 }),
})

/** The wall of a delegation at the pointer: what may pass of the caller, and what did in the open Run. */
export function EdgeWall({ edge, at }: EdgeWallProps) {
  const files = useStore(documentStore, ({ files: all }) => all)
  const nodes = useStore(graphStore, ({ graph }) => graph.nodes)
  const { log, cursor } = useStore(runStore)
  const caller = parseObject(files.get(ideaFile(nameOfIdeaNode(edge.from) ?? ''))?.valid)
  const passing = passingOf(messagesOf(caller), edge.imports).filter(({ canPass }) => canPass)
  const target = nodes.find(({ id }) => id === edge.to)
  const did = log === null ? undefined : callsOfEdge(log, edge, cursor ?? undefined)
  return (
    <div role="tooltip" id="edge-wall" className={styles.wall} style={{ ...placeOf(at), width: WIDTH }}>
      <b>{say('wall.title', { tool: edge.tool, to: target?.title ?? target?.name ?? edge.to })}</b>
      <p>
        {say('wall.may')}: <code>{edge.imports.length === 0 ? say('wall.nothing') : edge.imports.join(', ')}</code>
      </p>
      {edge.importsMode === 'requested' && <p className={styles.quiet}>{say('wall.chosen')}</p>}
      <ul>
        {passing.slice(0, MOST_LINES).map((each) => (
          <Line key={each.index} {...each} />
        ))}
      </ul>
      {did !== undefined && <Did {...did} />}
    </div>
  )
}

const Line = ({ name, words, passes }: Passing) => {
  const Icon = ICONS[passes]
  return (
    <li data-passes={passes}>
      <Icon size={13} role="img" aria-label={say(`passing.${passes}`)} />
      <code>{name}</code>
      <span>{words}</span>
    </li>
  )
}

const listOf = (counts: EdgeCalls['passed']): string =>
  counts.map(({ type, kind, count }) => `${count} × ${kind === undefined ? type : `${type}:${kind}`}`).join(', ')

const Did = ({ calls, passed, withheld }: EdgeCalls) => (
  <p className={styles.did}>
    {say('wall.did', { count: calls })}: <code>{passed.length === 0 ? say('wall.nothing') : listOf(passed)}</code>
    <br />
    {say('wall.withheld')}: <code>{withheld.length === 0 ? say('wall.nothing') : listOf(withheld)}</code>
  </p>
)
