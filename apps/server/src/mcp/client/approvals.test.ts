import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApprovals } from './approvals.ts'

const makeRoot = async (text?: string): Promise<{ readonly root: string; readonly file: string }> => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-approvals-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const file = join(root, '.ensemble', 'mcp-approvals.json')
  await mkdir(join(root, '.ensemble'))
  if (text !== undefined) await writeFile(file, text)
  return { root, file }
}
const APPROVED = { fingerprint: 'f', definitions: [{ name: 'add' }] }

describe('what people approved of MCP servers', () => {
  it('is there after a restart, server by server, the latest of each', async () => {
    const { root, file } = await makeRoot()
    const approvals = await openApprovals(root)
    expect(approvals.get('one')).toBeUndefined()
    await Promise.all([
      approvals.put('one', { ...APPROVED, fingerprint: 'old' }),
      approvals.put('two', APPROVED),
      approvals.put('one', APPROVED),
    ])
    const again = await openApprovals(root)
    expect([again.get('one'), again.get('two')]).toEqual([APPROVED, APPROVED])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it.each([
    '',
    'nonsense',
    '[]',
    'null',
    '{ "one": null }',
    '{ "one": { "fingerprint": 1, "definitions": [] } }',
    '{ "one": { "fingerprint": "f" } }',
  ])('is nothing in a file that says %j: people are asked again', async (text) => {
    const { root } = await makeRoot(text)
    expect((await openApprovals(root)).get('one')).toBeUndefined()
  })

  it('returns the readable entries next to an unreadable one', async () => {
    const { root, file } = await makeRoot(
      JSON.stringify({ broken: 1, one: { fingerprint: 'f', definitions: [{ name: 'add' }, 'text'] } }),
    )
    const approvals = await openApprovals(root)
    expect(approvals.get('one')).toEqual(APPROVED)
    await approvals.put('two', APPROVED)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ one: APPROVED, two: APPROVED })
  })
})
