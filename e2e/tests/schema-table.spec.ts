import type { Locator } from '@playwright/test'
import type { Editor } from '../src/editor.ts'
import { readText, writeText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

const FILE = 'ideas/shapes.json'

/** An Idea with one Tool of these parameters, open in the schema editor. */
async function openTool(editor: Editor, workspace: string, tool: object): Promise<() => Promise<unknown>> {
  const idea = {
    title: 'Shapes',
    context: [
      { type: 'text', text: 'Draw.' },
      { type: 'tool', tool: { draw: tool } },
    ],
  }
  await writeText(workspace, FILE, JSON.stringify(idea, null, 2))
  await editor.goToIdea('Shapes')
  await editor.selectTool('Shapes', 'draw')
  await editor.press('e')
  await expect(editor.schema.text()).toBeFocused()
  return async () => {
    const read = JSON.parse(await readText(workspace, FILE)) as { context: { tool?: { draw: unknown } }[] } // as written here
    return read.context[1]?.tool?.draw
  }
}

const field = (editor: Editor, name: string): Locator => editor.schema.region().getByRole('textbox', { name })

test('an alternative is added to a oneOf and removed again, and undo takes back that alone', async ({
  editor,
  server,
}) => {
  const shape = { oneOf: [{ type: 'string' }, { type: 'integer' }] }
  const tool = { type: 'object', description: 'Draws a shape.', properties: { shape }, required: ['shape'] }
  const saved = await openTool(editor, server.workspace, tool)
  const row = editor.schema.property('shape')
  await row.getByRole('textbox', { name: 'Description shape' }).fill('What to draw.')
  await expect.poll(saved).toMatchObject({ properties: { shape: { description: 'What to draw.' } } })
  await row.getByRole('button', { name: 'Add an alternative to shape' }).click()
  await expect.poll(saved).toMatchObject({
    properties: { shape: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] } },
  })
  // The row opens, so that the new one is in sight.
  await expect(editor.schema.property('alternative 3')).toBeVisible()
  await editor.schema.property('alternative 2').getByRole('button', { name: 'Remove alternative 2' }).click()
  await expect
    .poll(saved)
    .toMatchObject({ properties: { shape: { oneOf: [{ type: 'string' }, { type: 'boolean' }] } } })
  await editor.undo()
  await editor.undo()
  await expect.poll(saved).toEqual({
    ...tool,
    properties: { shape: { ...shape, description: 'What to draw.' } },
  })
  await row.getByRole('combobox', { name: 'Type shape' }).selectOption('anyOf')
  await expect.poll(saved).toMatchObject({ properties: { shape: { anyOf: [{}, {}] } } })
})

test('properties are typed one after the other: name, type and whether they are required', async ({
  editor,
  page,
  server,
}) => {
  const saved = await openTool(editor, server.workspace, {
    type: 'object',
    description: 'Draws a shape.',
    properties: {},
  })
  await field(editor, 'New property').focus()
  for (const typed of ['name:string!', 'tags:string[]', 'age:integer?', 'mood:"calm" | "wild"', 'form:oneOf']) {
    await page.keyboard.type(typed)
    await editor.press('Enter')
  }
  await expect.poll(saved).toMatchObject({
    properties: {
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      age: { type: 'integer' },
      mood: { enum: ['calm', 'wild'] },
      form: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['name'],
  })
  await page.keyboard.type('what:strin')
  await editor.press('Enter')
  await expect(editor.schema.region().getByRole('alert')).toContainText('Types: string, number')
  await editor.press('Escape')
  await expect(field(editor, 'New property')).toHaveValue('')
  await expect(editor.schema.region()).toBeVisible()

  // Enter leads down the column, Tab in the last cell to a new row, letters choose a type.
  await editor.schema.property('name').getByRole('textbox', { name: 'Name', exact: true }).focus()
  await editor.press('Enter')
  await expect(editor.schema.property('tags').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('labels:integer[]')
  await editor.press('Enter')
  await expect.poll(saved).toMatchObject({ properties: { labels: { type: 'array', items: { type: 'integer' } } } })
  await editor.schema.property('age').getByRole('combobox', { name: 'Type age' }).focus()
  await editor.press('b')
  await expect.poll(saved).toMatchObject({ properties: { age: { type: 'boolean' } } })
  await editor.schema.property('form').getByRole('textbox', { name: 'Description form' }).focus()
  await editor.press('Tab')
  await expect(field(editor, 'New property')).toBeFocused()
  await page.keyboard.type('last')
  await editor.press('Tab')
  await expect(editor.schema.property('last').getByRole('textbox', { name: 'Description last' })).toBeFocused()

  // A problem marks its row, and a list of them leads to the place in the text.
  const mark = editor.schema.property('labels').getByRole('button', { name: /^Problems of labels: / })
  await expect(mark).toBeVisible()
  await editor.schema
    .region()
    .getByRole('button', { name: /^\d+ (note|problem)s?/ })
    .click()
  await page
    .getByRole('dialog', { name: 'Problems of this schema' })
    .getByRole('button', { name: /labels/ })
    .first()
    .click()
  await expect(editor.schema.text()).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Position in the text' })).toContainText('labels')
})

test('constraints are edited in the row: numbers, a pattern, a format, the values of an enum', async ({
  editor,
  server,
}) => {
  const properties = { size: { type: 'integer', minimum: 1 }, mood: { type: 'string', enum: ['calm'] } }
  const asks = (mood: string) => ({ _approval: { when: { properties: { mood: { const: mood } } } } })
  const tool = { type: 'object', description: 'Draws a shape.', properties, ...asks('calm') }
  const saved = await openTool(editor, server.workspace, tool)
  await field(editor, 'minimum size').fill('3')
  // A value is renamed letter by letter, through none at all, and the condition that asks for it follows.
  await field(editor, 'enum mood').focus()
  await editor.press('End')
  for (const _letter of 'calm') await editor.press('Backspace')
  await field(editor, 'enum mood').pressSequentially('tame')
  await expect.poll(saved).toMatchObject({ properties: { mood: { enum: ['tame'] } }, ...asks('tame') })
  await field(editor, 'enum mood').fill('tame | wild')
  await editor.schema.property('mood').getByRole('button', { name: 'Constraints of mood' }).click()
  await field(editor, 'pattern mood').fill('^[a-z]+$')
  await field(editor, 'maxLength mood').fill('9')
  const expected = {
    size: { type: 'integer', minimum: 3 },
    mood: { type: 'string', enum: ['tame', 'wild'], pattern: '^[a-z]+$', maxLength: 9 },
  }
  await expect.poll(saved).toMatchObject({ properties: expected })
  await field(editor, 'maxLength mood').fill('')
  await field(editor, 'minimum size').fill('x')
  await expect(field(editor, 'minimum size')).toHaveAttribute('aria-invalid', 'true')
  await field(editor, 'pattern mood').focus()
  await expect(field(editor, 'minimum size')).toHaveValue('3')
  await expect.poll(saved).not.toHaveProperty('properties.mood.maxLength')
  // Escape closes the constraints first, then the editor.
  await editor.press('Escape')
  await expect(field(editor, 'maxLength mood')).toBeHidden()
  await expect(editor.schema.property('mood').getByRole('button', { name: 'Constraints of mood' })).toBeFocused()
  await editor.press('Escape')
  await expect(editor.schema.region()).toBeHidden()
})

test('a definition is extracted, renamed with its references, opened through them, and removed only on a second word', async ({
  editor,
  page,
  server,
}) => {
  const point = { type: 'object', description: 'A point.', properties: { x: { type: 'number' } } }
  const tool = { type: 'object', description: 'Draws a shape.', properties: { from: point } }
  const saved = await openTool(editor, server.workspace, tool)
  const from = editor.schema.property('from')
  await from.getByRole('button', { name: 'Constraints of from' }).click()
  await from.getByRole('button', { name: 'Extract to $defs' }).click()
  await from.getByRole('textbox', { name: 'Name of the definition' }).fill('place')
  await editor.press('Enter')
  await expect.poll(saved).toMatchObject({ properties: { from: { $ref: '#/$defs/place' } }, $defs: { place: point } })

  await from.getByRole('button', { name: 'Show what is inside from' }).click()
  const x = editor.schema.property('x')
  await x.getByRole('textbox', { name: 'Description x' }).fill('How far right.')
  await expect.poll(saved).toMatchObject({ $defs: { place: { properties: { x: { description: 'How far right.' } } } } })

  await editor.schema.property('place').getByRole('textbox', { name: 'Name' }).fill('point')
  await editor.press('Enter')
  await expect.poll(saved).toMatchObject({ properties: { from: { $ref: '#/$defs/point' } }, $defs: { point: {} } })

  await field(editor, 'New property').fill('to:point!')
  await editor.press('Enter')
  await expect.poll(saved).toMatchObject({ properties: { to: { $ref: '#/$defs/point' } }, required: ['to'] })

  await editor.schema.property('point').getByRole('button', { name: 'Remove point' }).click()
  await expect(editor.schema.property('point')).toContainText('Used in 2 places.')
  await page.getByRole('button', { name: /^Remove anyway/ }).click()
  // A reference that leads nowhere is an error, so the text is a draft.
  await expect(editor.schema.region()).toContainText('Saved as a draft with 2 errors')
  await editor.undo()
  await expect(editor.schema.region()).toContainText(/Saved(?! as a draft| with)/)
  await expect.poll(saved).toHaveProperty('$defs.point')
})

test('a property with another value in each alternative tells them apart', async ({ editor, server }) => {
  const circle = { title: 'circle', type: 'object', properties: { radius: { type: 'number' } } }
  const square = { title: 'square', type: 'object', properties: { side: { type: 'number' } } }
  const tool = { type: 'object', description: 'Draws a shape.', properties: { shape: { oneOf: [circle, square] } } }
  const saved = await openTool(editor, server.workspace, tool)
  const shape = editor.schema.property('shape')
  await shape.getByRole('button', { name: 'Constraints of shape' }).click()
  await shape.getByRole('button', { name: 'Tell alternatives apart by a property' }).click()
  await shape.getByRole('textbox', { name: 'Name of the property' }).fill('kind')
  await editor.press('Enter')
  const told = (value: string) => ({ properties: { kind: { const: value } }, required: ['kind'] })
  await expect.poll(saved).toMatchObject({ properties: { shape: { oneOf: [told('circle'), told('square')] } } })
  await expect(shape).toContainText('Told apart by kind')
  await shape.getByRole('button', { name: 'Add an alternative to shape' }).click()
  await expect(editor.schema.property('option3')).toBeVisible()
})
