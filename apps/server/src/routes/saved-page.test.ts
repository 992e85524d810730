import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const HOSTILE = '</script><script>alert(1)</script><!--\u2028<img src=x onerror=alert(2)>'

const runOf = async (server: TestServer, name: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name } }))
  await (await server.deps.executor()).settled(id)
  return id
}
/** The build's output, small. */
const build = async ({ root }: TestServer): Promise<void> => {
  const folder = join(root, 'page', 'saved')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'page.js'), 'const end = "</script>"')
  await writeFile(join(folder, 'page.css'), 'body { color: red }')
}

describe('a run saved as one page', () => {
  test('holds its document as data that nothing in it can leave, and one script that alone may run', async () => {
    await using server = await testServer(GREETER_FILES)
    await build(server)
    const id = await runOf(server, HOSTILE)
    const response = await server.ask('GET', `/api/runs/${id}/export?format=html`)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="run-${id}.html"`)
    const page = await response.text()
    const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    expect(scripts.map(([, attributes]) => attributes)).toEqual([' type="application/json" id="run"', ''])
    const [, , code = ''] = scripts[1] ?? []
    expect(code).toBe('const end = "<\\/script>"')
    const hash = createHash('sha256').update(code).digest('base64')
    expect(page).toContain(`default-src &#39;none&#39;; script-src &#39;sha256-${hash}&#39;;`.replaceAll('&#39;', "'"))
    expect(page).not.toMatch(/<img|<!--/)
    const document = JSON.parse(scripts[0]?.[2] ?? '')
    expect(JSON.stringify(document.lines)).toContain('onerror=alert(2)')
    const exported = await bodyOf(await server.ask('GET', `/api/runs/${id}/export?artifacts=inline`))
    expect(document).toEqual(exported)
    const notice = 'Simulated run. No real model was called; code of the workspace did the rest.'
    expect(exported.notice).toBe(notice)
    await server.ask('DELETE', `/api/runs/${id}`)
    expect((await server.ask('POST', '/api/runs/import', exported)).status).toBe(201)
  })

  test('leaves large files out unless they are asked for', async () => {
    const code = `export const greetUser = async ({ name }, context) => {
      await context.artifact('large.wav', new Uint8Array(600000), { type: 'audio/wav' })
      return { greeting: name }
    }`
    await using server = await testServer({ ...GREETER_FILES, 'activities/greet.ts': code })
    await build(server)
    const id = await runOf(server, 'Ada')
    const sizeOf = async (query: string) =>
      (await (await server.ask('GET', `/api/runs/${id}/export?format=html${query}`)).text()).length
    expect(await sizeOf('')).toBeLessThan(100_000)
    expect(await sizeOf('&artifacts=inline')).toBeGreaterThan(800_000)
  })

  test('says so where the page is not built', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await runOf(server, 'Ada')
    const response = await server.ask('GET', `/api/runs/${id}/export?format=html`)
    expect([response.status, (await bodyOf(response)).code]).toEqual([503, 'page.missing'])
    expect(await readFile(join(server.root, 'ensemble.json'), 'utf8')).toContain('test')
  })
})
