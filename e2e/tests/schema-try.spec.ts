import { readText, writeText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

const FILE = 'ideas/shapes.json'
const TOOL = {
  type: 'object',
  description: 'Draws a shape at a place on the canvas.',
  properties: {
    at: { $ref: '#/$defs/point', description: 'Where to draw it' },
    shape: {
      description: 'The shape to draw',
      oneOf: [
        {
          title: 'circle',
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number', minimum: 1 } },
        },
        {
          title: 'square',
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number', minimum: 1 } },
        },
      ],
    },
  },
  required: ['at', 'shape'],
  $defs: { point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
}

test('a Call is filled in real fields behind references and alternatives, judged next to them, and kept as an example and a case', async ({
  editor,
  page,
  server,
}) => {
  const idea = {
    title: 'Shapes',
    context: [
      { type: 'text', text: 'Draw.' },
      { type: 'tool', tool: { draw: TOOL } },
    ],
  }
  await writeText(server.workspace, FILE, JSON.stringify(idea, null, 2))
  await editor.goToIdea('Shapes')
  await editor.selectTool('Shapes', 'draw')
  await editor.press('e')
  const trial = await editor.schema.showTab('Try it')
  const call = trial.getByRole('region', { name: 'Call' })
  // A required object behind a reference is there at once.
  await call.getByRole('spinbutton', { name: 'x' }).fill('3')
  await call.getByRole('combobox', { name: 'shape' }).selectOption('square')
  await call.getByRole('spinbutton', { name: 'side' }).fill('0')
  await expect(
    call
      .locator('[data-invalid]')
      .filter({ has: page.getByRole('spinbutton', { name: 'side' }) })
      .last(),
  ).toContainText(/minimum|at least|>= ?1/)
  await call.getByRole('spinbutton', { name: 'side' }).fill('2')
  await expect(trial).toContainText('A run would accept this Call.')
  await trial.getByRole('button', { name: 'Save as an example' }).click()
  await expect
    .poll(async () => JSON.parse(await readText(server.workspace, FILE)) as unknown)
    .toMatchObject({
      context: [{}, { tool: { draw: { examples: [{ at: { x: 3 }, shape: { kind: 'square', side: 2 } }] } } }],
    })
  await call.getByRole('combobox', { name: 'shape' }).selectOption('circle')
  await expect(call.getByRole('spinbutton', { name: 'radius' })).toBeVisible()
  await call.getByRole('button', { name: 'Example 1' }).click()
  await expect(call.getByRole('spinbutton', { name: 'side' })).toHaveValue('2')
  await trial.getByRole('button', { name: 'Run this Tool alone' }).click()
  const result = trial.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Completed')
  await result.getByRole('button', { name: 'Keep as case…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Keep/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
})
