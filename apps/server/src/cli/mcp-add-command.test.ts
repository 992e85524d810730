import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'

const quiet = (): void => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
}
const textIn = (root: string): Promise<string> => readFile(join(root, 'mcp.json'), 'utf8')

test('a server is added to mcp.json with its command and arguments, flags included', async () => {
  quiet()
  const root = await makeWorkspace({})
  const add = (...words: string[]) => runCommandLine(['mcp', 'add', '--workspace', root, ...words])
  expect(await add('files', '--', 'npx', '-y', 'a-server', '--port', '1')).toBe(0)
  expect(await add('far', 'https://example.com/mcp')).toBe(0)
  expect(JSON.parse(await textIn(root))).toEqual({
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'a-server', '--port', '1'] },
      far: { url: 'https://example.com/mcp' },
    },
  })
})

test('the other servers keep their bytes, and a name that is taken or invalid changes nothing', async () => {
  quiet()
  const text = '{\n\t"mcpServers": {\n\t\t"one": { "command": "true" }\n\t},\n\t"more": [1,2]\n}\n'
  const root = await makeWorkspace({})
  await writeFile(join(root, 'mcp.json'), text)
  const add = (...words: string[]) => runCommandLine(['mcp', 'add', '--workspace', root, ...words])
  await expect(add('one', '--', 'false')).rejects.toMatchObject({ code: 'name.taken' })
  await expect(add('bad name', '--', 'false')).rejects.toMatchObject({ code: 'mcp.invalid' })
  await expect(add('two')).rejects.toMatchObject({ code: 'usage' })
  expect(await textIn(root)).toBe(text)
  expect(await add('two', '--', 'false')).toBe(0)
  const added = await textIn(root)
  expect(added).toContain('"one": { "command": "true" }')
  expect(added).toContain('"more": [1,2]')
})
