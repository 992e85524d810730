import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnsembleError, type IdeaSource } from '@ensemble/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgressFetch } from '../egress/egress-fetch.ts'
import { createModuleSource } from './module-source.ts'

const idea = (text: string) => JSON.stringify({ context: [{ type: 'text', text }] })
const pages: Record<string, string> = {
  '/ideas/far.json': idea('from far away'),
  '/ideas/near.json': idea('beside it'),
  '/broken.json': '{"context":',
  '/shared.json': '{"context":[{"type":"tool","tool":{"a":{"$ref":"tool://a"}}}]}',
  '/endless.json': 'x'.repeat(2 * 1024 * 1024),
}
let asked = 0
const server = createServer((request, response) => {
  asked++
  const body = pages[request.url ?? '']
  response.writeHead(body === undefined ? 404 : 200).end(body)
})
let base = ''
let root = ''
let source: IdeaSource

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server has one
  base = `http://127.0.0.1:${port}`
  root = await mkdtemp(join(tmpdir(), 'ensemble-modules-'))
  const outside = await mkdtemp(join(tmpdir(), 'ensemble-outside-'))
  await writeFile(join(outside, 'secret.json'), idea('not yours'))
  await mkdir(join(root, 'modules'))
  await mkdir(join(root, '.ensemble'))
  await writeFile(join(root, 'modules', 'leaf.json'), idea('a file of the workspace'))
  await writeFile(join(root, 'modules', 'notes.txt'), idea('no module'))
  await writeFile(join(root, '.ensemble', 'server.json'), '{}')
  await symlink(join(outside, 'secret.json'), join(root, 'modules', 'link.json'))
  source = createModuleSource({
    root,
    workspace: { resolve: (address) => Promise.reject(new EnsembleError('module.unresolved', `no ${address}`)) },
    egress: createEgressFetch({ endpoints: () => [], hosts: () => [`127.0.0.1:${port}`] }),
  })
})
afterAll(() => void server.close())

const textOf = async (address: string, from?: string): Promise<unknown> => {
  const { idea: found } = await source.resolve(address, from)
  const [first] = found.context
  return first?.type === 'text' ? first.text : undefined
}
const codeOf = (address: string, from?: string): Promise<string> =>
  source.resolve(address, from).then(
    () => 'resolved',
    (thrown: unknown) => (thrown instanceof EnsembleError ? thrown.code : String(thrown)),
  )

describe('a module', () => {
  test('may be a file of the workspace, by a path from the Idea that names it', async () => {
    expect(await textOf('../modules/leaf.json', 'idea://any')).toBe('a file of the workspace')
    expect(await textOf('./leaf.json', 'modules/other.json')).toBe('a file of the workspace')
  })

  test('never leaves the workspace, by dots or by a link, and isn’t a file of the server itself', async () => {
    expect(await codeOf('../../etc/passwd', 'idea://any')).toBe('module.outside')
    expect(await codeOf('../modules/link.json', 'idea://any')).toBe('module.outside')
    expect(await codeOf('../.ensemble/server.json', 'idea://any')).toBe('module.outside')
    expect(await codeOf('../modules/notes.txt', 'idea://any')).toBe('module.unresolved')
    expect(await codeOf('../modules/nothing.json', 'idea://any')).toBe('module.unresolved')
  })

  test('may be a URL from the allow-list, and its references are relative to it', async () => {
    expect(await textOf(`${base}/ideas/far.json`)).toBe('from far away')
    expect(await textOf('near.json', `${base}/ideas/far.json`)).toBe('beside it')
  })

  test('at another address is refused before anything is sent', async () => {
    const before = asked
    expect(await codeOf(base.replace('127.0.0.1', 'localhost'))).toBe('egress.refused')
    expect(asked).toBe(before)
  })

  test('that is missing, broken, too large or uses shared Tools says so', async () => {
    expect(await codeOf(`${base}/nothing.json`)).toBe('module.unresolved')
    expect(await codeOf(`${base}/broken.json`)).toBe('idea.invalid')
    expect(await codeOf(`${base}/shared.json`)).toBe('idea.invalid')
    expect(await codeOf(`${base}/endless.json`)).toBe('module.unresolved')
  })
})
