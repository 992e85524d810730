// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { graphStore } from '../../document/graph/graph-store.ts'
import { INITIAL_SESSION, sessionStore } from '../../platform/session/session.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { InspectorProblems } from './InspectorProblems.tsx'

beforeEach(() => sessionStore.setState(INITIAL_SESSION))

it('takes one line, with the worst problem, until a person unfolds it', async () => {
  const problemOf = (severity: 'info' | 'error', message: string) =>
    ({ code: 'x', severity, message, path: '', idea: 'a' }) as const
  const problems = [problemOf('info', 'A note.'), problemOf('error', 'A fault.')]
  graphStore.setState(({ graph }) => ({ graph: { ...graph, problems } }))
  const { box, press } = await drawForm(<InspectorProblems idea="a" tool={undefined} />)
  expect(box.textContent).toBe('Problems · 2A fault.')
  await press('Problems · 2A fault.')
  expect(box.textContent).toContain('A note.')
})
