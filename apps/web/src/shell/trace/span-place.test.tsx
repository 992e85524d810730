// @vitest-environment happy-dom
import { createTraceLog, type Span, type TraceLog } from '@ensemble/core/trace'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestJournal } from '../../../../../packages/core/src/trace/test-journal.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { ideaId } from '../../document/texts/files.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { CLOSED, runStore } from '../../runs/open/run-view.ts'
import { leafError } from '../../runs/trace/rows.ts'
import { SpanPlace } from './SpanPlace.tsx'
import css from './trace.module.css'

const logs = Array.from({ length: 60 }, (_, seed) => createTraceLog(createTestJournal(seed, { trouble: 0.6 })))
const endOf = (log: TraceLog) => log.events.at(-1)?.type
const spansOf = (log: TraceLog): readonly Span[] => [...log.spans.byId.values()].map(({ latest }) => latest)
const isFailedCall = ({ kind, status }: Span): boolean => kind === 'call' && status === 'failed'
const only = <T,>(found: T | undefined): T => {
  if (found === undefined) throw new Error('No journal of the test has this.')
  return found
}

const { shown, places } = graphStore.getState()
afterEach(() =>
  act(async () => {
    runStore.setState(CLOSED)
    graphStore.setState({ shown, places })
  }),
)

async function place(log: TraceLog, { id, idea, module = idea }: Span) {
  const node = { id: ideaId(module), kind: 'idea', tools: [] } as unknown as (typeof shown.nodes)[number]
  graphStore.setState({ shown: { ...shown, nodes: [node] }, places: new Map([[node.id, { x: 0, y: 0 }]]) })
  runStore.setState({ runId: 'run', log, connection: 'ended', selectedSpan: id })
  const { box } = await drawForm(<SpanPlace />)
  const isRed = box.querySelector('[data-marked]')?.classList.contains(css['markedBad'] ?? '')
  return { text: box.querySelector('b')?.textContent, isRed }
}

describe('the place of a span', () => {
  it('says of a failed Call that its Run went on after that it failed there', async () => {
    const log = only(logs.find((each) => endOf(each) === 'run.completed' && spansOf(each).some(isFailedCall)))
    const { text, isRed } = await place(log, only(spansOf(log).find(isFailedCall)))
    expect(text).toMatch(/^Failed in /)
    expect(isRed).toBe(false)
  })

  it('says where the Run ended with an error that it stopped there', async () => {
    const log = only(logs.find((each) => endOf(each) === 'run.failed' && leafError(each)))
    const leaf = leafError(log)
    const { text, isRed } = await place(log, only(spansOf(log).find(({ id }) => id === leaf)))
    expect(text).toMatch(/^Stopped in /)
    expect(isRed).toBe(true)
  })

  it('is neutral about what went well', async () => {
    const log = only(logs.find((each) => endOf(each) === 'run.completed'))
    const { text, isRed } = await place(log, only(log.spans.byId.get('')?.latest))
    expect(text).toMatch(/^In /)
    expect(isRed).toBe(false)
  })
})
