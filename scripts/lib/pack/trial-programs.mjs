// Programs of somebody else: the packed core is tried with them.

export const ESM_PROGRAM = `import { createRegistry } from '@ensemble/core'

const { Tool, Activity, Agent } = createRegistry()
const greet = Tool.register('greet', {
  type: 'object',
  description: 'Greets a person by name.',
  properties: { name: { type: 'string' }, _output: { type: 'string' } },
  required: ['name'],
})
Activity.register(greet, ({ name }) => 'Hello, ' + name + '!')
const schema = { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] }
const person = { type: 'input', input: { name: 'Ada' }, schema: { type: 'object' } }
const { output } = await Agent.Loop({}, schema, [person])
console.log(output.greeting)
`

export const CJS_PROGRAM = `'use strict'
for (const entry of ['host', 'openai', 'ai-sdk', 'node', 'validate', 'trace', 'editor', 'snippets', 'import']) require('@ensemble/core/' + entry)
const main = async () => {
${ESM_PROGRAM.replace(/^import .*$/m, "const { createRegistry } = require('@ensemble/core')")}
}
void main()
`

export const TYPED_PROGRAM = `import { createRegistry } from '@ensemble/core'
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

/** Stricter than ours: a program's imports aren't held to its rules. */
export const STRICT_RULES = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  target: 'es2023',
  module: 'nodenext',
  noEmit: true,
  skipLibCheck: true,
  types: [],
}
