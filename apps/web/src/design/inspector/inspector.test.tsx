// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { graphStore } from '../../document/graph/graph-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { Inspector } from './Inspector.tsx'

const ideaOf = (name: string) =>
  ({ id: `idea:${name}`, kind: 'idea', name, input: null, output: null, tools: [], problems: 0 }) as const

it('names no selected nodes that an undo took away', async () => {
  const nodes = [ideaOf('a'), ideaOf('b')]
  graphStore.setState(({ graph }) => ({ graph: { ...graph, nodes } }))
  sessionStore.setState({ selection: { nodes: nodes.map(({ id }) => id), tool: null } })
  const { box } = await drawForm(<Inspector />)
  // Its code loads when it is first shown.
  await act(async () => void (await import('./SelectionPanel.tsx')))
  expect(box.textContent).toContain('2 nodes selected')
  await act(async () => graphStore.setState(({ graph }) => ({ graph: { ...graph, nodes: [] } })))
  expect(box.textContent).not.toContain('selected')
  expect(box.querySelector('aside')?.dataset.empty).toBe('true')
  sessionStore.setState({ selection: { nodes: [], tool: null } })
})
