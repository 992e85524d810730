import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { binOf, inRoot } from './repo.mjs'
import { runNode } from './run.mjs'

const PROGRAM = `import { createRegistry } from '@ensemble/core'
import { createOpenAiModel } from '@ensemble/core/openai'
import { createValidator } from '@ensemble/core/validate'
import { compareTraces } from '@ensemble/core/trace'
import { exportTool } from '@ensemble/core/editor'

export const all = [createOpenAiModel, createValidator, compareTraces, exportTool]
const { Tool, Activity } = createRegistry()
const greet = Tool.register('greet', {
  type: 'object',
  properties: { name: { type: 'string' }, _output: { type: 'string' } },
  required: ['name'],
} as const)
Activity.register(greet, ({ name }) => name.toUpperCase())
// @ts-expect-error -- a name isn't a number
Activity.register(greet, ({ name }) => String(name * 2))
`

// Stricter rules than ours: a program's imports aren't held to them.
const RULES = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  target: 'es2023',
  module: 'nodenext',
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

test('a strict program of somebody else is type-checked against the declarations of the core, not its sources', async () => {
  const program = mkdtempSync(join(tmpdir(), 'ensemble-program-'))
  onTestFinished(() => rmSync(program, { recursive: true, force: true }))
  const core = join(program, 'node_modules', '@ensemble', 'core')
  mkdirSync(core, { recursive: true })
  cpSync(inRoot('packages/core/package.json'), join(core, 'package.json'))
  symlinkSync(inRoot('packages/core/node_modules'), join(core, 'node_modules'), 'junction')
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions: RULES, include: ['*.ts'] }))
  writeFileSync(join(program, 'program.ts'), PROGRAM)
  const tsc = (/** @type {readonly string[]} */ ...args) => runNode(binOf('typescript', 'tsc'), args, { quiet: true })
  const project = inRoot('packages/core/tsconfig.build.json')
  expect(await tsc('-p', project, '--outDir', join(core, 'dist', 'types'))).toEqual({ code: 0, output: '' })
  expect(await tsc('-p', program)).toEqual({ code: 0, output: '' })
})
