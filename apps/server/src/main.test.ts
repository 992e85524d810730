import { rm } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { serve } from './main.ts'
import { makeWorkspace } from './testing/test-server.ts'
import type { ServerFile } from './workspace/owner.ts'

const announced: ServerFile[] = []
vi.mock(import('./workspace/owner.ts'), async (original) => {
  const { takeOwnership } = await original()
  return {
    takeOwnership: async (root) => {
      const ownership = await takeOwnership(root)
      if (!ownership.owned) return ownership
      const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return { ...ownership, announce: async (server) => Promise.reject(announced.push(server) && full) }
    },
  }
})

test('a server that cannot say where it answers says why, and leaves nothing open behind it', async () => {
  const root = await makeWorkspace({})
  try {
    await expect(serve({ workspace: root, port: '0', open: false })).rejects.toMatchObject({
      code: 'engine.storage',
      message: expect.stringContaining('is full: free some space'),
    })
    const url = announced[0]?.url ?? ''
    expect(url).toMatch(/^http:/)
    await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed')
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
