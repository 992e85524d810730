import { describe, expect, it, vi } from 'vitest'
import { sha256Bytes } from '../../schema/hash.ts'
import { createTestWorld } from '../../../testing/test-run.ts'
import { createExecutor } from '../operate/executor.ts'
import type { PinQuestion } from './executor-deps.ts'

const sing = {
  type: 'object',
  description: 'Sings a line',
  properties: { line: { type: 'string' }, _output: { type: 'object', properties: { sung: { type: 'string' } } } },
  required: ['line'],
}
const ask = (tool: object) => ({
  ideas: {
    composer: { context: [{ type: 'tool', tool: { sing: tool } }], schema: { type: 'object' } },
    choir: { context: [{ type: 'text', text: 'Sing.' }], schema: { type: 'object' } },
  },
})
const pinnedWorld = (tool: object, pin: (call: PinQuestion) => unknown) => {
  let sung = 0
  const world = createTestWorld({
    ...ask(tool),
    activities: { sing: () => ({ sung: `for real ${++sung}` }) },
    script: (_, count) =>
      count === 0 ? { calls: [{ _tool: 'sing', line: 'la' }], output: null } : { calls: [], output: {} },
  })
  const deps = {
    ...world.deps,
    // A test pins any value.
    pinned: (call: PinQuestion) => pin(call) as { result: string } | undefined,
  }
  return { executor: createExecutor(deps), journal: world.journal, artifacts: deps.artifacts, sung: () => sung }
}
const start = async ({ executor, journal }: ReturnType<typeof pinnedWorld>) => {
  const { id } = await executor.start({ idea: 'composer' })
  const run = await executor.settled(id)
  const events = await journal.read(id, { hydrate: true })
  return { id, status: run.status, events, end: events.find(({ type }) => type === 'call.completed')?.data }
}

describe('a pinned result', () => {
  it('replaces the Call’s own result, and nothing runs', async () => {
    const asked: PinQuestion[] = []
    const world = pinnedWorld(sing, (call) => {
      asked.push(call)
      return { result: { sung: 'pinned' } }
    })
    const { status, end, events } = await start(world)
    expect([status, world.sung()]).toEqual(['completed', 0])
    expect(end).toMatchObject({ result: { sung: 'pinned' } })
    expect(events.find(({ type }) => type === 'call.started')?.data).toMatchObject({ pinned: true })
    expect(asked).toEqual([{ profile: 'offline', idea: 'idea://composer', tool: 'sing', parameters: { line: 'la' } }])
  })

  it('is recorded whole or not at all: a crash leaves no Call that began by a pin and ended otherwise', async () => {
    const sha256 = sha256Bytes(new Uint8Array(1))
    const songs = ['a.wav', 'b.wav'].map(($artifact) => ({ $artifact, type: 'audio/wav', bytes: 1, sha256 }))
    const world = pinnedWorld(sing, () => ({ result: { sung: 'pinned', songs } }))
    await world.artifacts.put(new Uint8Array(1))
    const append = vi.spyOn(world.journal, 'append')
    await start(world)
    const batch = append.mock.calls
      .map(([, events]) => events.map(({ type }) => type))
      .find((types) => types.includes('call.started'))
    expect(batch).toEqual(['call.started', 'artifact.created', 'artifact.created', 'call.completed'])
  })

  it('is a fact of the Journal: a replay gives it again though nothing is pinned any more', async () => {
    let isPinned = true
    const world = pinnedWorld(sing, () => (isPinned ? { result: { sung: 'pinned' } } : undefined))
    const { id } = await start(world)
    isPinned = false
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    isPinned = true
    const other = pinnedWorld(sing, () => undefined)
    const real = await start(other)
    expect(await other.executor.replay(real.id)).toEqual({ identical: true })
  })

  it('of a Module keeps the Module from being entered', async () => {
    const tool = { ...sing, properties: { ...sing.properties, _module: { const: 'idea://choir' } } }
    const world = pinnedWorld(tool, () => ({ result: { sung: 'pinned' } }))
    const { end, events } = await start(world)
    expect(end).toMatchObject({ result: { sung: 'pinned' } })
    expect(events.some(({ type }) => type === 'module.entered')).toBe(false)
  })

  it('that does not fit the result’s schema any more, or whose file is gone, is passed over', async () => {
    const misfit = pinnedWorld(sing, () => ({ result: { sung: 3 } }))
    expect((await start(misfit)).end).toMatchObject({ result: { sung: 'for real 1' } })
    const artifact = { $artifact: 'a.wav', type: 'audio/wav', bytes: 1, sha256: '0'.repeat(64) }
    const lost = pinnedWorld(sing, () => ({ result: { sung: 'x', artifact } }))
    expect((await start(lost)).end).toMatchObject({ result: { sung: 'for real 1' } })
  })
})
