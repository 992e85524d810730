import { type Box, boxOf } from '../src/gestures.ts'
import { readText, savedText } from '../src/files.ts'
import { canvasRests, pasteText } from '../src/in-page.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('Ideas are copied as JSON text and pasted with their delegations, in one step of undo', async ({
  editor,
  page,
  server,
}) => {
  const before = (await editor.ideaTitles()).length
  await editor.selectIdea('Composer')
  await editor.addToSelection('Sound-Designer')
  expect(JSON.parse(await editor.copy())).toMatchObject({ format: 'ensemble-nodes' })
  await editor.paste()
  await expect(editor.idea('Composer copy')).toBeVisible()
  // The copies are on free ground: the view shows all of it.
  await editor.press('f')
  await expect.poll(async () => (await editor.ideaTitles()).length).toBe(before + 2)
  await editor.waitUntilSaved()
  await expect
    .poll(() => readText(server.workspace, 'ideas/composer-copy.json'))
    .toContain('idea://sound-designer-copy')
  await editor.undo()
  await expect(editor.idea('Composer copy')).toBeHidden()
  // The view stays where the copies were; nodes out of sight are not drawn.
  await canvasRests(page)
  await editor.press('f')
  await expect.poll(async () => (await editor.ideaTitles()).length).toBe(before)
})

test('a schema and a tool of another program are pasted: into the selected Idea, else into a new one', async ({
  editor,
  page,
  server,
}) => {
  const weather = {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather of a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  }
  // Once keys work, the clipboard does.
  await editor.press('n')
  await expect(editor.picker()).toBeFocused()
  await editor.press('Escape')
  await expect(editor.picker()).toBeHidden()
  await pasteText(page, JSON.stringify(weather))
  await expect(editor.nameInPlace()).toHaveValue('Get Weather')
  await editor.press('Escape')
  await expect(editor.toolRow('Get Weather', 'get_weather')).toBeVisible()

  await editor.goToIdea('Producer')
  await pasteText(page, JSON.stringify({ title: 'Order', type: 'object', properties: { sku: { type: 'string' } } }))
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('"sku"')
  await editor.undo()
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).not.toContain('"sku"')
})

test('several nodes are listed as several: none of their forms shows', async ({ editor, page }) => {
  const inspector = editor.inspector()
  await editor.selectIdea('Composer')
  await editor.addToSelection('Sound-Designer')
  await expect(inspector.getByRole('heading', { name: '2 nodes selected' })).toBeVisible()
  await inspector.getByRole('button', { name: 'Duplicate' }).click()
  await expect(editor.idea('Composer copy')).toBeVisible()
  await editor.undo()
  await page.getByRole('button', { name: 'Fit the graph' }).click()
  await editor.selectIdea('Composer')
  await editor.addToSelection('Sound-Designer')
  await inspector.getByRole('button', { name: 'Sound-Designer' }).click()
  await expect(inspector.getByRole('heading', { name: 'Sound-Designer' })).toBeVisible()
  await expect(editor.description()).toHaveValue(/Plays a part/)
})

test('a note is written, deleted and brought back, and only the layout file knows of it', async ({
  editor,
  server,
}) => {
  const text = 'Ask Ann about the bridge'
  const idea = await readText(server.workspace, 'ideas/producer.json')
  await editor.press('Shift+N')
  await expect(editor.page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  await editor.page.keyboard.type(text)
  await editor.press('Escape')
  await expect(editor.note(text)).toBeVisible()
  await editor.waitUntilSaved()
  await expect.poll(() => savedText(server.workspace, '.ensemble/layout.json')).toContain(text)
  expect(await readText(server.workspace, 'ideas/producer.json')).toBe(idea)
  await editor.press('Delete')
  await expect(editor.note(text)).toBeHidden()
  await editor.undo()
  await expect(editor.note(text)).toBeVisible()
})

test('an Idea is entered, another through its tool, and breadcrumbs and the address lead there and back', async ({
  editor,
}) => {
  await editor.selectIdea('Producer')
  await editor.press('Enter')
  await expect(editor.inside('Producer')).toContainText('Tools it can call')
  await editor.inside('Producer').getByRole('button', { name: 'asks Composer' }).first().click()
  await expect(editor.inside('Composer')).toBeVisible()
  await editor.page.reload()
  await expect(editor.inside('Composer')).toBeVisible()
  await editor.breadcrumb('Producer').click()
  await expect(editor.inside('Producer')).toBeVisible()
  await editor.press('Escape')
  await expect(editor.inside('Producer')).toBeHidden()
})

test('a call path is shown alone, what a node calls is folded, and both come back', async ({ editor, page }) => {
  const all = (await editor.ideaTitles()).length
  await editor.selectIdea('Producer')
  await editor.press('Shift+C')
  await expect(editor.idea('Composer')).toBeHidden()
  await canvasRests(page)
  await page.getByRole('button', { name: '2 modules folded: show them' }).click()
  await expect(editor.idea('Composer')).toBeVisible()
  await editor.selectIdea('Sound-Designer')
  await editor.press('Shift+P')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(async () => (await editor.ideaTitles()).length).toBe(all)
})

test('the designer goes by keyboard alone: make, delegate, enter, note, undo, run', async ({ editor, page }) => {
  const dialog = page.getByRole('dialog')
  await editor.press('n')
  await editor.addByName('Critic')
  await expect(editor.idea('Critic')).toBeVisible()
  await editor.press('c')
  await editor.addByName('Composer')
  await expect(editor.toolRow('Critic', 'askComposer')).toBeVisible()
  await editor.press('ControlOrMeta+p')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Critic')
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Critic')
  await editor.press('Enter')
  await expect(dialog).toBeHidden()
  await editor.press('Enter')
  await expect(editor.inside('Critic')).toContainText('askComposer')
  await editor.press('Escape')
  await editor.press('Shift+N')
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  await page.keyboard.type('by keyboard')
  await editor.press('Escape')
  await expect(editor.note('by keyboard')).toBeVisible()
  await editor.press('Delete')
  await expect(editor.note('by keyboard')).toBeHidden()
  await editor.undo()
  await expect(editor.note('by keyboard')).toBeVisible()
  await editor.press('ControlOrMeta+Shift+Enter')
  await expect(editor.runDialog()).toBeVisible()
})

test('Ideas are put into a group by keys, folded, moved and taken out again; only the layout file knows of it', async ({
  editor,
  page,
  server,
}) => {
  const all = await editor.ideaTitles()
  const idea = await readText(server.workspace, 'ideas/composer.json')
  await editor.selectIdea('Composer')
  await editor.addToSelection('Sound-Designer')
  await editor.press('ControlOrMeta+g')
  const unnamed = page.getByRole('region', { name: 'Group Group 1, 2 nodes' })
  await expect(unnamed.getByRole('textbox', { name: 'Name of the group' })).toBeFocused()
  await page.keyboard.type('The band')
  await editor.press('Enter')
  const frame = page.getByRole('region', { name: 'Group The band, 2 nodes' })
  await expect(frame).toBeVisible()
  await expect.poll(() => savedText(server.workspace, '.ensemble/layout.json')).toContain('"title": "The band"')

  await editor.press('Shift+C')
  await expect(page.getByRole('article', { name: 'Folded group The band' })).toBeVisible()
  await expect(editor.idea('Composer')).toBeHidden()
  await editor.undo()
  await expect(editor.idea('Composer')).toBeVisible()

  // A group of the group: its copy has everything in it, and without it the inner one stays.
  await editor.press('ControlOrMeta+g')
  const outer = page.getByRole('region', { name: 'Group Group 2, 2 nodes' })
  await expect(outer.getByRole('textbox', { name: 'Name of the group' })).toBeFocused()
  await page.keyboard.type('Everyone')
  await editor.press('Enter')
  await expect(page.getByRole('region', { name: 'Group Everyone, 2 nodes' })).toBeVisible()
  await editor.press('ControlOrMeta+d')
  await expect(page.getByRole('region', { name: 'Group Everyone copy, 2 nodes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Group The band copy, 2 nodes' })).toBeVisible()
  await expect(editor.idea('Composer copy')).toBeVisible()
  for (let step = 0; step < 3; step += 1) await editor.undo()
  await expect(page.getByRole('region', { name: /Everyone/u })).toHaveCount(0)
  await expect(frame).toBeVisible()

  await frame.getByText('The band', { exact: true }).click()
  await editor.press('ControlOrMeta+Shift+g')
  await expect(frame).toBeHidden()
  await editor.press('f')
  await expect.poll(async () => (await editor.ideaTitles()).toSorted()).toEqual(all.toSorted())
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(idea)
})

test('a new Idea keeps its place after a reload, and tidying keeps hand-placed nodes', async ({
  editor,
  page,
  server,
}) => {
  await editor.press('n')
  await editor.addByName('Critic')
  await expect(editor.idea('Critic')).toBeVisible()
  await editor.waitUntilSaved()
  const placeOf = async (name: string): Promise<unknown> => {
    const layout: unknown = JSON.parse(await readText(server.workspace, '.ensemble/layout.json'))
    return (layout as { nodes: Record<string, unknown> }).nodes[`idea:${name}`] // as the layout file is written
  }
  expect(await placeOf('critic')).toMatchObject({ auto: true })
  await canvasRests(page)
  const places = await editor.nodePlaces()
  await editor.openWorkspace(server.url)
  await expect(editor.idea('Critic')).toBeVisible()
  await expect.poll(() => editor.nodePlaces()).toEqual(places)

  await editor.moveIdea('Composer', { x: -40, y: 30 })
  await expect.poll(() => placeOf('composer')).not.toHaveProperty('auto')
  const placed = await placeOf('composer')
  await editor.press('Shift+T')
  await expect(page.getByText('1 node stays where you put it.')).toBeVisible()
  await editor.waitUntilSaved()
  expect(await placeOf('composer')).toEqual(placed)
  expect(await placeOf('critic')).toBeUndefined()
})

test('a view that is fitted takes in Activities when they are shown, and one that was moved stays', async ({
  editor,
  page,
}) => {
  const activities = page.getByRole('article', { name: /^Activity / })
  // Nodes out of sight are not drawn.
  const inSight = async (): Promise<number> => {
    const pane = await boxOf(page.locator('.react-flow'))
    const boxes = await Promise.all((await activities.all()).map((each) => each.boundingBox()))
    const isWithin = (box: Box): boolean =>
      box.x >= pane.x &&
      box.y >= pane.y &&
      box.x + box.width <= pane.x + pane.width &&
      box.y + box.height <= pane.y + pane.height
    return boxes.filter((box) => box !== null && isWithin(box)).length
  }
  const shape = (): Promise<string | null> => page.locator('.react-flow__viewport').getAttribute('style')
  await canvasRests(page)
  const before = await editor.ideas().first().boundingBox()
  await editor.press('a')
  await expect.poll(inSight).toBe(9)
  await editor.press('a')
  await expect.poll(() => editor.ideas().first().boundingBox()).toEqual(before)
  await editor.press('+')
  await expect.poll(() => editor.ideas().first().boundingBox()).not.toEqual(before)
  await canvasRests(page)
  const moved = await shape()
  await editor.press('a')
  await expect(page.locator('.react-flow__node').nth(4)).toBeAttached()
  await canvasRests(page)
  expect(await shape()).toBe(moved)
})

test('every delegation stays drawn while a result shrinks the canvas into the far view, and after it grows again', async ({
  editor,
  page,
}) => {
  /** The ends of the delegations that have a line. */
  const called = (): Promise<string[]> =>
    page.locator('.react-flow__edge').evaluateAll((edges) => {
      const lines = edges.filter(
        (edge) => (edge.querySelector<SVGPathElement>('.react-flow__edge-path')?.getTotalLength() ?? 0) > 0,
      )
      return [...new Set(lines.map((edge) => edge.getAttribute('aria-label')?.replace(/^.* /, '') ?? ''))].toSorted()
    })
  const all = ['Composer', 'Sound-Designer']
  const canvas = page.locator('.react-flow').first()
  await expect(canvas).not.toHaveClass(/\bfar\b/)
  await expect.poll(called).toEqual(all)
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  await expect(canvas).toHaveClass(/\bfar\b/)
  await expect.poll(called).toEqual(all)
  await editor.press('ControlOrMeta+J')
  await expect(canvas).not.toHaveClass(/\bfar\b/)
  await expect.poll(called).toEqual(all)
})
