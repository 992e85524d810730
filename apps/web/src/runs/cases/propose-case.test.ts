import type { Json, JournalEvent } from '@ensemble/core'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { followRun } from '../../platform/api/run-events.ts'
import { nameFrom, proposeCase } from './propose-case.ts'

vi.mock('../../platform/api/run-events.ts', () => ({ followRun: vi.fn() }))
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const HASH = 'h-lead'
const SCHEMA = { type: 'object', properties: { notes: { type: 'string' } } }
const call = (span: string, tool: string) => ({
  type: 'call.proposed',
  span,
  data: { tool, parameters: {}, meta: {}, raw: '{}' },
})
const created = {
  type: 'run.created',
  span: '',
  data: { idea: 'idea://lead', input: {}, model: 'small', pins: { 'idea://lead': HASH } },
}

/** A Run of these events, with this output; the events come in two pieces, as a stream's do. */
const recorded = (output: Json | undefined, schema: Json | undefined, events: readonly object[] = []): void => {
  const answers: { readonly [path: string]: unknown } = {
    '/api/runs/run': { id: 'run', idea: 'idea://lead', input: { brief: 'Release 2.1.0' }, output },
    [`/api/runs/run/bodies/${HASH}`]: { idea: { context: [], schema }, tools: {} },
    '/api/runs/run/bodies/h-output': { notes: 'long' },
  }
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path] ?? {}))
  vi.mocked(followRun).mockImplementation((_run, _after, { onEvents, onStatus }) => {
    queueMicrotask(() => {
      for (const [index, event] of [created, ...events].entries())
        onEvents([{ run: 'run', seq: index + 1, at: '2026-01-01T00:00:00.000Z', ...event } as unknown as JournalEvent]) // as above
      onStatus('live')
      onStatus('ended')
    })
    return () => undefined
  })
}

test('a case is named by its title; a title that begins with no letter follows the name of the Idea', () => {
  expect(nameFrom('A sad ballad', 'producer')).toBe('a-sad-ballad')
  expect(nameFrom('  …and more', 'producer')).toBe('and-more')
  expect(nameFrom('2.1.0', 'lead')).toBe('lead-2-1-0')
  expect(nameFrom('…', 'lead')).toBe('lead')
  expect(nameFrom(`${'x'.repeat(39)} y`, 'lead')).toBe('x'.repeat(39))
})

describe('what is proposed to be expected of a run', () => {
  it('is the shape of its output if its Idea has one, with all other possible expectations', async () => {
    recorded({ notes: 'short' }, SCHEMA, [call('request/0/call/0', 'collect'), call('request/0/call/1', 'collect')])
    const { name, title, expect: first, presets } = await proposeCase('run')
    expect([name, title]).toEqual(['release-2-1-0', 'Release 2.1.0'])
    expect(first).toEqual([{ type: 'schema', path: '/output', schema: SCHEMA }])
    expect(presets.map(({ id }) => id)).toEqual(['identical', 'schema', 'calls', 'equals'])
    expect(presets[0]?.expectations).toEqual([{ type: 'identical', path: '' }])
    expect(presets[3]?.expectations).toEqual([{ type: 'equals', path: '/output', value: { notes: 'short' } }])
  })

  it('is else each Tool that the Run itself called, and not those that its Modules called', async () => {
    recorded('notes', undefined, [
      call('request/0/call/0', 'collect'),
      call('request/0/call/0/request/0/call/0', 'search'),
      call('request/1/call/0', 'publish'),
    ])
    const { expect: first } = await proposeCase('run')
    expect(first).toEqual([
      { type: 'calls', path: '', tool: 'collect', min: 1 },
      { type: 'calls', path: '', tool: 'publish', min: 1 },
    ])
  })

  it('is that nothing changes where there is neither: a run that failed before its first Call', async () => {
    recorded(undefined, SCHEMA)
    const { expect: first, presets } = await proposeCase('run')
    expect(first).toEqual([{ type: 'identical', path: '' }])
    expect(presets.map(({ id }) => id)).toEqual(['identical'])
  })

  it('is of the output itself if that is stored separately', async () => {
    recorded({ $body: 'h-output', bytes: 9000 }, undefined)
    expect((await proposeCase('run')).presets.at(-1)?.expectations).toEqual([
      { type: 'equals', path: '/output', value: { notes: 'long' } },
    ])
  })

  it('is impossible if the record is unreadable, with the reason', async () => {
    recorded('notes', undefined)
    vi.mocked(followRun).mockImplementation((_run, _after, { onStatus }) => {
      queueMicrotask(() => onStatus('failed', 'Its Journal is damaged.'))
      return () => undefined
    })
    await expect(proposeCase('run')).rejects.toThrow('Its Journal is damaged.')
  })
})
