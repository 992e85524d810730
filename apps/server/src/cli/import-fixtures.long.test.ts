import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleOf } from '@ensemble/core/editor'
import { isObject, type Json } from '@ensemble/core'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, told, root, ensemble } = testTerminal(GREETER_FILES)
const FIXTURES = join(import.meta.dirname, '../../../../packages/core/fixtures/imports')

const inputOf = (text: string): string => {
  const { context } = JSON.parse(text) as { context: { type: string; schema?: Json; input?: Json }[] }
  const { schema, input } = context.find(({ type }) => type === 'input') ?? {}
  return JSON.stringify(input ?? exampleOf(isObject(schema) ? schema : {}))
}

describe('every fixture', () => {
  test.each([
    'claude-code',
    'opencode',
    'codex',
    'mcp',
    'crewai',
    'n8n',
    'agents-sdk-script',
    'agents-sdk-python',
    'dify',
    'flowise',
    'langgraph',
    'langgraph-script',
    'openapi',
    'rivet',
  ])('%s becomes Ideas without errors, and each of them runs simulated', async (folder) => {
    expect(await ensemble('import', join(FIXTURES, folder), '--json')).toBe(0)
    const { files } = JSON.parse(printed.at(-1) ?? '') as { files: string[] }
    expect(await ensemble('validate')).toBe(0)
    for (const file of files.filter((each) => each.startsWith('ideas/'))) {
      const name = file.slice('ideas/'.length, -'.json'.length)
      const input = inputOf(await readFile(join(root(), file), 'utf8'))
      expect(await ensemble('run', name, '--input', input), `${name} ${input} ${told.join('\n')}`).toBe(0)
    }
  })
})
