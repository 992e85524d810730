import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, told, root, ensemble } = testTerminal(GREETER_FILES)
describe('files of other programs', () => {
  test('are imported all or none, suffixed where a name is in use, with a report of places and remedies', async () => {
    const file = join(root(), 'greeter.md')
    await writeFile(file, '---\nname: greeter\ndescription: Greets.\nmemory: all\n---\nGreet.')
    expect(await ensemble('import', file)).toBe(0)
    expect(printed).toEqual(['ideas/greeter-2.json'])
    expect(told.join('\n')).toMatch(/greeter\.md#\/memory {2}memory of greeter has no counterpart\. Say it/)
    const broken = join(root(), 'agents.yaml')
    await writeFile(broken, 'a: "b\n')
    const before = await readdir(join(root(), 'ideas'))
    await expect(ensemble('import', file, broken)).rejects.toMatchObject({
      code: 'import.empty',
      message: expect.stringMatching(/agents\.yaml: This file cannot be read: .+ Nothing was imported\.$/),
    })
    expect(await readdir(join(root(), 'ideas'))).toEqual(before)
  })

  test('that an OpenAPI document refers to come along from its folder, and none from outside', async () => {
    const folder = join(root(), 'api', 'parts')
    await mkdir(folder, { recursive: true })
    await writeFile(join(root(), 'secret.yaml'), 'type: string\n')
    await symlink(join(root(), 'secret.yaml'), join(folder, 'link.yaml'))
    await writeFile(
      join(root(), 'api', 'shop.yaml'),
      'openapi: 3.0.0\nservers: [{ url: https://shop.example }]\npaths:\n  /orders:\n    get:\n      $ref: parts/list.yaml\n',
    )
    const parameter = (name: string, reference: string): string =>
      `  - { name: ${name}, in: query, schema: { $ref: '${reference}' } }\n`
    await writeFile(
      join(folder, 'list.yaml'),
      `operationId: listOrders\nsummary: Lists orders\nparameters:\n${parameter('day', './day.yaml')}${parameter('a', '../../secret.yaml')}${parameter('b', 'link.yaml')}responses: {}\nx-codeSamples:\n  - $ref: sample.yaml\n`,
    )
    await writeFile(join(folder, 'day.yaml'), 'type: string\nformat: date\n')
    await writeFile(join(folder, 'sample.yaml'), 'lang: cURL\n')
    expect(await ensemble('import', join(root(), 'api', 'shop.yaml'))).toBe(0)
    expect(printed[0]).toBe('tools/listOrders.json')
    const tool: unknown = JSON.parse(await readFile(join(root(), 'tools', 'listOrders.json'), 'utf8'))
    expect(tool).toMatchObject({ $defs: { day: { type: 'string', format: 'date' } } })
    expect(told.join('\n')).toMatch(/secret\.yaml[\s\S]*link\.yaml/)
    expect(told.join('\n')).not.toContain('of no known kind')
  })

  test('add MCP servers to mcp.json, keep its bytes, and start none before it is approved', async () => {
    const mcp = join(root(), 'mcp.json')
    await writeFile(mcp, '{ "mcpServers": {\n    "mine":   { "command": "node" } } }\n')
    const theirs = join(root(), 'claude_desktop_config.json')
    const started = join(root(), 'started')
    const entry = {
      command: process.execPath,
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(started)}, '')`],
    }
    await writeFile(theirs, JSON.stringify({ mcpServers: { mine: entry } }))
    expect(await ensemble('import', theirs)).toBe(0)
    expect(printed).toEqual(['mcp.json#/mcpServers  mine-2'])
    const text = await readFile(mcp, 'utf8')
    expect(text).toContain('"mine":   { "command": "node" }')
    expect(JSON.parse(text)).toMatchObject({ mcpServers: { mine: { command: 'node' }, 'mine-2': entry } })
    expect(await ensemble('mcp', 'servers')).toBe(0)
    expect(printed.join('\n')).toMatch(/mine-2 .+not approved/)
    expect(await readdir(root())).not.toContain('started')
  })

  test('of an unknown kind, in a folder without any, or missing are refused in one sentence', async () => {
    const folder = join(root(), 'notes')
    await mkdir(folder)
    await writeFile(join(folder, 'notes.md'), '# Notes\n')
    await expect(ensemble('import', folder)).rejects.toMatchObject({
      code: 'import.empty',
      message: expect.stringContaining('of no kind that is known here. Nothing was imported.'),
    })
    await expect(ensemble('import', folder, join(root(), 'none.md'))).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('import', folder, '--to', 'x')).rejects.toMatchObject({ code: 'usage' })
    await writeFile(join(folder, 'large.json'), 'x'.repeat(20_000_001))
    await expect(ensemble('import', folder)).rejects.toMatchObject({ code: 'json.tooLarge' })
  })

  test('that are hostile are refused in one sentence each, and nothing is written', async () => {
    const inner = zipSync({ 'agents.yaml': strToU8('a: 1\n') })
    const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
      ['large.json', ` ${'['.repeat(99)}${' '.repeat(100_000_000)}`, /at most|larger|longer/],
      ['loop.yaml', 'a: &a\n  role: r\n  goal: g\n  backstory: *a\n', /holds itself/],
      ['deep.json', '['.repeat(100_000), /nested|JSON/],
      ['zips.zip', zipSync({ 'one.zip': inner, 'two.zip': zipSync({ 'one.zip': inner }) }), /archive|workspace/],
      ['cut.zip', inner.slice(0, 40), /damaged/],
    ]
    const before = await readdir(join(root(), 'ideas'))
    for (const [name, content, sentence] of hostile) {
      const file = join(root(), name)
      await writeFile(file, content)
      const refused = await ensemble('import', file).catch((error: unknown) => error)
      expect(refused, name).toMatchObject({ code: expect.any(String), message: expect.stringMatching(sentence) })
      expect((refused as Error).message, name).not.toContain('\n') // refused, as just seen
    }
    expect(await readdir(join(root(), 'ideas'))).toEqual(before)
  })
})
