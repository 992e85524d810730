import { expect, it, vi } from 'vitest'
import { dismissLosses, lossesStore, readLosses } from './losses.ts'

const LOSS = { at: '2026-11-23T10:00:00.000Z', type: 'damaged', kept: 5, lost: [], incomplete: [], unnamed: 1 } as const

it('keeps dismissed losses away when an answer that was asked for before comes later', async () => {
  const waiting: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET' && path.endsWith('/losses')
      ? new Promise<Response>((resolve) => void waiting.push(resolve))
      : new Response(null, { status: 204 }),
  )
  lossesStore.setState([LOSS], true)
  const read = readLosses()
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  await dismissLosses()
  waiting[0]?.(Response.json([LOSS]))
  await read
  expect(lossesStore.getState()).toEqual([])
})
