import type { StreamEvent } from '@ensemble/core/journal'
import { appendEvent, createTraceLog } from '@ensemble/core/trace'
import { describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { GREETER_FILES } from '../testing/ideas.ts'
import { columnsOf } from './fit-columns.ts'
import { renderTree } from './run-tree.ts'
import { PLAIN, createLiveArea } from './terminal.ts'

const draw = (events: readonly StreamEvent[], rows = 20): readonly string[] => {
  const log = createTraceLog(events)
  const now = (log.times.at(-1) ?? 0) + 1500
  return renderTree(log, { now, columns: 80, rows, style: PLAIN })
}

const recorded = async (): Promise<readonly StreamEvent[]> => {
  await using server = await testServer(GREETER_FILES)
  const executor = await server.deps.executor()
  const { id } = await executor.start({ idea: 'idea://greeter', input: { name: 'Ada' } })
  await executor.settled(id)
  return server.deps.journal.read(id)
}

describe('the tree of a run in a terminal', () => {
  test('shows running work, then its result, and counts only known values', async () => {
    const events = await recorded()
    const asking = draw(events.slice(0, 2))
    expect(asking[0]).toContain('▸ greeter')
    expect(asking[1]).toContain('▸ the model answers')
    const whole = draw(events)
    expect(whole[0]).toContain('✓ greeter')
    expect(whole.some((line) => line.includes('✓ greetUser'))).toBe(true)
    expect(whole.at(-1)).toMatch(/2 requests · 1 of 1 call ended · about [\d,]+ tokens · [\w-]+…?$/)
    expect(whole.some((line) => line.includes('the model answers'))).toBe(false)
  })

  test('tells a wait for a person from working time', async () => {
    const events = await recorded()
    const [first] = events
    if (first === undefined || !('at' in first)) throw new Error('A run begins with an event.')
    const later = (seconds: number): string => new Date(Date.parse(first.at) + seconds * 1000).toISOString()
    const waits = [
      { ...first, type: 'run.waiting', data: {}, seq: 2, at: later(0) },
      { ...first, type: 'run.resumed', data: {}, seq: 3, at: later(5) },
    ] as unknown as readonly StreamEvent[] // only what the tree reads
    const log = createTraceLog([first, ...waits])
    const [line] = renderTree(log, { now: Date.parse(later(7)), columns: 80, rows: 20, style: PLAIN })
    expect(line).toContain('2.0 s, waited 5.0 s for a person')
  })

  test('says how far an Activity is only as far as it told', async () => {
    const events = await recorded()
    const started = events.findIndex(({ type }) => type === 'call.started')
    const log = createTraceLog(events.slice(0, started + 1))
    const span = events[started]?.span ?? ''
    const live = { v: 1, seq: null, prev: null, run: 'r', key: '', at: '', parent: null } as const
    const lineOf = (): string | undefined =>
      renderTree(log, { now: 0, columns: 80, rows: 20, style: PLAIN }).find((line) => line.includes('greetUser'))
    appendEvent(log, { ...live, span, type: 'call.progress', data: { call: 'c', done: 3 } })
    expect(lineOf()).toMatch(/greetUser {2}3 {2}/)
    appendEvent(log, { ...live, span, type: 'call.progress', data: { call: 'c', done: 3, total: 8, text: 'parts' } })
    expect(lineOf()).toContain('3 of 8 parts')
  })

  test('says where a Request waits for its turn, until it is sent', async () => {
    const events = await recorded()
    const started = events.findIndex(({ type }) => type === 'request.started')
    const log = createTraceLog(events.slice(0, started + 1))
    const span = events[started]?.span ?? ''
    const live = { v: 1, seq: null, prev: null, run: 'r', key: '', at: '', parent: null } as const
    const drawn = (): string => renderTree(log, { now: 0, columns: 80, rows: 20, style: PLAIN }).join('\n')
    appendEvent(log, { ...live, span, type: 'request.queued', data: { endpoint: 'main', before: 3, by: 'requests' } })
    expect(drawn()).toContain('the model answers  waits for its turn at main, 3 before it')
    appendEvent(log, { ...live, span, type: 'request.queued', data: { endpoint: 'main' } })
    expect(drawn()).not.toContain('waits')
  })

  test('keeps to the terminal’s width, even for long or wide names: a wrapped line would be redrawn each time', async () => {
    const events = await recorded()
    const long = JSON.parse(
      JSON.stringify(events).replaceAll('greetUser', 'g'.repeat(64)).replaceAll('greeter', 'Ж漢字'.repeat(20)),
    ) as readonly StreamEvent[] // as it was, under other names
    // A Call may begin before or after its answer ends; here the model still answers.
    const open = long.filter(({ type }) => type !== 'request.completed')
    const started = open.findIndex(({ type }) => type === 'call.started')
    const log = createTraceLog(open.slice(0, started + 1))
    const live = { v: 1, seq: null, prev: null, run: 'r', key: '', at: '', parent: null } as const
    const progress = { call: 'c', done: 3, text: '🎵漢字 '.repeat(30) }
    appendEvent(log, { ...live, span: open[started]?.span ?? '', type: 'call.progress', data: progress })
    for (const columns of [10, 20, 40, 80, 200]) {
      const lines = renderTree(log, { now: 0, columns, rows: 20, style: PLAIN })
      expect(lines).toHaveLength(4)
      for (const line of lines) expect(columnsOf(line)).toBeLessThan(columns)
    }
  })

  test('keeps to the height of the terminal', async () => {
    expect(draw(await recorded(), 3)).toHaveLength(2)
  })

  test('is drawn over itself, in one write', () => {
    const written: string[] = []
    const area = createLiveArea({ write: (text: string) => written.push(text) > 0, columns: 80, rows: 24 })
    area.draw(['a', 'b'])
    area.draw(['c'])
    expect(written).toHaveLength(2)
    expect(written[1]?.startsWith('\u001B[2A')).toBe(true)
  })
})
