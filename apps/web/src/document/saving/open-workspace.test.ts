// @vitest-environment happy-dom
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { startGraph } from '../graph/derive-graph.ts'
import { graphStore } from '../graph/graph-store.ts'
import { INITIAL_SESSION, sessionStore } from '../../platform/session/session.ts'
import { readSurroundings } from './open-workspace.ts'

// Other test files of this process have other graphs.
afterAll(startGraph())
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStore.setState(INITIAL_SESSION)
})

const FOUND = {
  code: 'activity.broken',
  severity: 'error',
  message: 'Line 2, column 9: Unexpected token.',
  path: '',
  file: 'activities/countWords.sandbox.js',
}

const answerWith = (activityProblems: readonly object[]): void => {
  const surroundings = { activities: ['countWords'], activityProblems, mcpServers: [], hasMcpProblems: false }
  vi.stubGlobal('fetch', (address: Request | string) => {
    const url = typeof address === 'string' ? address : address.url
    return Promise.resolve(url.endsWith('/api/surroundings') ? Response.json(surroundings) : Response.json({}))
  })
}

it('lists what is wrong with the code of Activities among the problems, until it is repaired', async () => {
  answerWith([FOUND])
  await readSurroundings()
  expect(graphStore.getState().graph.problems).toEqual([FOUND])
  const { graph } = graphStore.getState()
  await readSurroundings()
  expect(graphStore.getState().graph).toBe(graph)
  answerWith([])
  await readSurroundings()
  expect(graphStore.getState().graph.problems).toEqual([])
})
