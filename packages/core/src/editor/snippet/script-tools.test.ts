import { expect, test } from 'vitest'
import { toolsInScript } from './script-tools.ts'

test('a registered Tool is read with its Cyrillic names, types and constants, and nothing runs', () => {
  const text = `import { Tool } from 'somewhere'
    const город = { type: 'string', description: \`Город\` } as const
    process.exit(7)
    Tool.register('weather', { type: 'object', properties: { город, дней: { type: 'integer', minimum: -1 } }, required: ['город'] })
    export const ping = await Tool.register("ping", { 'type': 'object', properties: {}, })`
  expect(toolsInScript(text)).toEqual({
    tools: [
      {
        name: 'weather',
        schema: {
          type: 'object',
          properties: { город: { type: 'string', description: 'Город' }, дней: { type: 'integer', minimum: -1 } },
          required: ['город'],
        },
      },
      { name: 'ping', schema: { type: 'object', properties: {} } },
    ],
    ideas: [],
    lost: [],
  })
})

test.each([
  ["Tool.register(nameOf('x'), {})", 'The name of this Tool is computed'],
  ["Tool.register('x', schemaOf(city))", 'The schema of x is computed'],
  ["Tool.register('погода', {})", "погода can't be the name of a Tool"],
  ["Tool.register('x', { ...shared })", 'The schema of x is computed'],
  ["const a = { a }; Tool.register('x', a)", 'The schema of x is computed'],
])('%s is reported, with its line', (text, sentence) => {
  expect(toolsInScript(text)).toMatchObject({
    tools: [],
    lost: [{ path: 'line 1', what: expect.stringContaining(sentence) }],
  })
})

test('any other text is ignored', () => {
  for (const text of ['a sentence', 'interface A { b: string }', '// Tool.register("x", {})'])
    expect(toolsInScript(text)).toBeUndefined()
})

test.each([
  ["const tools = [{ name: 'a', input_schema: { type: 'object' } }, made]", ['a'], []],
  [
    "const b = { name: 'b', parameters: schemaOf(x) }",
    [],
    ['line 1: The schema of b is computed, and code is not run here.'],
  ],
  [
    "const c = { name: nameOf(1), parameters: { type: 'object' } }",
    [],
    ['line 1: The name of this Tool is computed, and code is not run here.'],
  ],
  ["await f({ tools: [{ type: 'function', function: { name: 'd', parameters: { type: 'object' } } }] })", ['d'], []],
])('%s gives the tools of other libraries that are written out', (text, names, told) => {
  const read = toolsInScript(text)
  expect(read?.tools.map(({ name }) => name)).toEqual(names)
  expect(read?.lost.map(({ path, what }) => `${path}: ${what}`)).toEqual(told)
})
