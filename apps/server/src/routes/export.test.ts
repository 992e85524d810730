import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json, JsonObject } from '@ensemble/core'
import { importFiles } from '@ensemble/core/import'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES, TALKER } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

describe('GET /api/ideas/{name}/export', () => {
  test('describes the endpoint of the Idea, as it answers and as the served document says', async () => {
    await using server = await testServer(GREETER_FILES)
    const { file, text } = await bodyOf(await server.ask('GET', '/api/ideas/greeter/export?as=openapi'))
    expect(file).toBe('greeter.openapi.json')
    const document: JsonObject & { readonly paths: Record<string, Record<string, unknown>> } = JSON.parse(text)
    // References lead from the root of the document.
    const fits = (name: string, value: Json) =>
      createValidator().check({ ...document, $ref: `#/components/schemas/${name}` } as JsonObject, value) // paths are JSON
    expect(fits('greeter.input', { name: 'Bo' })).toEqual({ ok: true })
    expect(fits('greeter.input', {})).toMatchObject({ ok: false })
    const answered = await server.ask('POST', '/api/use/greeter', { name: 'Bo' })
    expect(answered.status).toBe(200)
    const output = await bodyOf(answered)
    expect(output).toEqual({ greeting: 'Hello, Bo' })
    expect(fits('greeter.output', output)).toEqual({ ok: true })
    expect(fits('greeter.output', { greeting: 1 })).toMatchObject({ ok: false })
    // The served document has the same operation.
    const served = await bodyOf(await server.ask('GET', '/api/use/openapi.json'))
    expect(served.paths['/api/use/greeter']).toEqual(document.paths['/api/use/greeter'])
    // Another program reads it, and so do we.
    const imported = importFiles([{ path: file, text }])
    expect(imported.programs).toEqual(['OpenAPI'])
    expect(imported.http.map(({ name }) => name)).toEqual(['greeter'])
  })

  test('names the address that it is asked with, and no other text', async () => {
    await using server = await testServer(GREETER_FILES)
    const at = (address: string) =>
      server.ask('GET', `/api/ideas/greeter/export?as=openapi&server=${encodeURIComponent(address)}`)
    const { text } = await bodyOf(await at('https://desk.example/w/mine'))
    expect(JSON.parse(text)).toMatchObject({ servers: [{ url: 'https://desk.example/w/mine' }] })
    for (const wrong of ['javascript:alert(1)', 'http://a b', 'http://a/?q']) expect((await at(wrong)).status).toBe(400)
  })

  test('refuses an unknown Idea and an unknown program', async () => {
    await using server = await testServer(GREETER_FILES)
    expect((await server.ask('GET', '/api/ideas/nobody/export?as=mcp')).status).toBe(422)
    expect((await server.ask('GET', '/api/ideas/greeter/export?as=word')).status).toBe(400)
    expect((await server.ask('GET', '/api/ideas/greeter/export')).status).toBe(400)
  })
})

describe('ensemble export --as', () => {
  const { printed, told, root, ensemble } = testTerminal({ ...GREETER_FILES, 'ideas/talker.json': TALKER })

  test('prints an entry of mcp.json that starts this command', async () => {
    expect(await ensemble('export', 'greeter', '--as', 'mcp')).toBe(0)
    const { mcpServers } = JSON.parse(printed.join('\n'))
    const { command, args } = Object.values(mcpServers)[0] as { command: string; args: string[] } // the entry
    expect(command).toBe('node')
    expect(args).toEqual([expect.stringMatching(/bin.ensemble\.mjs$/), 'mcp', '--workspace', root()])
    expect(await readFile(args[0] ?? '', 'utf8')).toContain('#!/usr/bin/env node')
  })

  test('writes code to a file and names on the error stream what it cannot say', async () => {
    const out = join(root(), 'greeter.ts')
    expect(await ensemble('export', 'greeter', '--as', 'agents-sdk', '--out', out)).toBe(0)
    expect(await readFile(out, 'utf8')).toContain("from '@openai/agents'")
    expect(told.join('\n')).toContain('The code of the Activity greetUser is not in this file.')
    printed.length = 0
    expect(await ensemble('export', 'talker', '--as', 'mcp', '--json')).toBe(0)
    expect(JSON.parse(printed.join('\n')).report).toMatchObject([{ code: 'noInput' }, { code: 'wholeWorkspace' }])
  })

  test.each([
    [['greeter', '--as', 'word'], '--as takes agents-sdk, langgraph, ai-sdk, mcp, openapi, not "word".'],
    [['greeter', '--as', 'mcp', '--to', 'mermaid'], 'Use either --as or --to.'],
    [['greter', '--as', 'mcp'], 'The workspace has no Idea greter. Did you mean greeter?'],
  ])('refuses %j in one sentence', async (args, message) => {
    await expect(ensemble('export', ...args)).rejects.toMatchObject({ message })
  })
})
