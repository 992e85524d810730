import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMcpServers } from '../mcp/client/mcp-servers.ts'
import { readSingle } from './read-single.ts'

describe('a file that a workspace has one of', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'ensemble-single-'))
    await mkdir(join(root, 'folder'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    await symlink('/dev/zero', join(root, 'device'))
    await symlink('nowhere', join(root, 'astray'))
    await writeFile(join(root, 'latin'), Buffer.from([0x22, 0xe9, 0x22]))
    await writeFile(join(root, 'text'), '"é"')
  })
  afterAll(() => rm(root, { recursive: true }))

  test('is read as it is, and need not be there', async () => {
    expect(await readSingle(root, 'text')).toBe('"é"')
    expect(await readSingle(root, 'none')).toBeUndefined()
    expect(await readSingle(root, 'astray')).toBeUndefined()
  })

  test.each([
    ['folder', 'folder is a folder: put the file in its place.'],
    ['pipe', 'pipe is a pipe, a socket or a device, and is not read: put the file in its place.'],
    ['device', 'device is a pipe, a socket or a device, and is not read: put the file in its place.'],
    ['latin', 'latin is not UTF-8: save it as UTF-8.'],
  ])('is refused in one sentence, unopened, if invalid: %s', async (file, message) => {
    await expect(readSingle(root, file)).rejects.toMatchObject({ code: 'workspace.invalid', message })
  })

  test('is among the problems of MCP servers if it is mcp.json', async () => {
    await mkdir(join(root, 'mcp.json'))
    const never = (): never => {
      throw new Error('Nothing is asked here.')
    }
    const servers = await openMcpServers({
      root,
      version: '0',
      secret: never,
      redact: (text) => text,
      fetch: never,
      now: Date.now,
      sleep: never,
      onChange: never,
    })
    expect(servers.names()).toEqual([])
    expect(servers.activities.problems()).toEqual(['mcp.json is a folder: put the file in its place.'])
  })
})
