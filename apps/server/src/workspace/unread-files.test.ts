import type { close, open } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GREETER, TALKER } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

/** The system's answer from now on: the user who runs tests may read everything. */
const system = vi.hoisted(() => ({ refused: '', open: 0, mostOpen: 0 }))
vi.mock('node:fs', async (original) => {
  const real = await original<{ readonly open: typeof open; readonly close: typeof close }>()
  return {
    ...real,
    open: (path: string, flags: string, opened: (error: Error | null, file: number) => void): void => {
      if (system.refused !== '' && path.endsWith(system.refused))
        return opened(Object.assign(new Error('permission denied'), { code: 'EACCES', path }), 0)
      system.open++
      system.mostOpen = Math.max(system.mostOpen, system.open)
      real.open(path, flags, opened)
    },
    close: (file: number, closed: () => void): void => {
      system.open--
      real.close(file, closed)
    },
  }
})
afterEach(() => {
  system.refused = ''
})

describe('a workspace', () => {
  test('with a file that may not be read serves the others, names it, and has it again once it may be', async () => {
    await using server = await testServer({ 'ideas/greeter.json': GREETER, 'ideas/talker.json': TALKER })
    system.refused = 'ideas/talker.json'
    const listed = await server.ask('GET', '/api/ideas')
    expect(listed.status).toBe(200)
    expect((await bodyOf(listed)).map(({ name }: { readonly name: string }) => name)).toEqual(['greeter'])
    const graph = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(graph.problems).toContainEqual(
      expect.objectContaining({
        code: 'file.stray',
        severity: 'error',
        file: 'ideas/talker.json',
        message: 'ideas/talker.json may not be read or written by this user: change its permissions and try again.',
      }),
    )
    system.refused = ''
    const again = await bodyOf(await server.ask('GET', '/api/ideas'))
    expect(again.map(({ name }: { readonly name: string }) => name)).toEqual(['greeter', 'talker'])
  })

  test('of many files opens few of them at a time', async () => {
    const files = Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`ideas/i${index}.json`, TALKER]))
    await using server = await testServer(files)
    system.mostOpen = 0
    expect(await bodyOf(await server.ask('GET', '/api/ideas'))).toHaveLength(499)
    expect(system.mostOpen).toBeGreaterThan(0)
    expect(system.mostOpen).toBeLessThan(200)
  })
})
