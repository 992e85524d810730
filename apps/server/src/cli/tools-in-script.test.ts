import { expect, test } from 'vitest'
import { toolsInScript } from './tools-in-script.ts'

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
    lost: [],
  })
})

test.each([
  ["Tool.register(nameOf('x'), {})", 'The name of this Tool is computed'],
  ["Tool.register('x', schemaOf(city))", 'The schema of x is computed'],
  ["Tool.register('погода', {})", "погода can't be the name of a Tool"],
  ["Tool.register('x', { ...shared })", 'The schema of x is computed'],
  ["const a = { a }; Tool.register('x', a)", 'The schema of x is computed'],
])('%s is told, with its line', (text, sentence) => {
  expect(toolsInScript(text)).toEqual({
    tools: [],
    lost: [{ path: 'line 1', what: expect.stringContaining(sentence) }],
  })
})

test('any other text is none of its matter', () => {
  for (const text of ['Tool.register(', 'interface A { b: string }', '// Tool.register("x", {})'])
    expect(toolsInScript(text)).toBeUndefined()
})
