import { readText } from '../src/files.ts'
import { canvasRests } from '../src/in-page.ts'
import { expect, test } from '../src/test.ts'

test('one control switches how a Tool runs, in ensemble.json and never in the Idea, and the canvas follows', async ({
  editor,
  server,
}) => {
  const row = editor.toolRow('Composer', 'writeTitle')
  const idea = await readText(server.workspace, 'ideas/composer.json')
  const manifest = await readText(server.workspace, 'ensemble.json')
  await editor.selectTool('Composer', 'writeTitle')
  await expect(row).toHaveAccessibleName(/^explicit/)

  await editor.giveWorkTo('Model')
  await expect(row).toHaveAccessibleName(/^latent/)
  await expect.poll(() => readText(server.workspace, 'ensemble.json')).not.toContain('"writeTitle"')

  await editor.chooseProfile('production')
  await editor.giveWorkTo('Code', 'titleByRule')
  await expect(row).toHaveAccessibleName(/^explicit/)
  await editor.chooseProfile('offline')
  await expect(row).toHaveAccessibleName(/^latent/)

  await editor.undo()
  await editor.undo()
  await expect(row).toHaveAccessibleName(/^explicit/)
  await expect.poll(() => readText(server.workspace, 'ensemble.json')).toBe(manifest)
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(idea)
})

test('the form of a Tool begins with its parameters and says who does the work, under which profile, in which file', async ({
  editor,
  page,
  server,
}) => {
  const idea = () => readText(server.workspace, 'ideas/composer.json')
  const inspector = editor.inspector()
  const sentence = inspector.locator('[data-work]')
  const savedIn = inspector.getByRole('combobox', { name: 'Saved in' })
  await editor.selectTool('Composer', 'writeTitle')
  const sections = inspector.getByRole('heading', { level: 3 })
  await expect(sections).toHaveText(['Parameters', 'Description', 'Who does the work', 'Result', 'Advanced'])
  await expect(editor.worker('Code')).toBeChecked()
  await expect(sentence).toHaveText('Under offline: the code of titleByRule runs.')
  await expect(savedIn).toHaveValue('profile')

  // The Tool itself is shared: its own file can say who does the work, for every Idea and profile.
  await savedIn.selectOption({ label: 'tools/writeTitle.json, for every profile' })
  await expect.poll(() => readText(server.workspace, 'tools/writeTitle.json')).toContain('"titleByRule"')
  await expect.poll(() => readText(server.workspace, 'ensemble.json')).not.toContain('"writeTitle"')
  await editor.undo()
  await expect(savedIn).toHaveValue('profile')

  await editor.giveWorkTo('Idea', 'Sound-Designer')
  await expect(sentence).toHaveText('Under offline: Sound-Designer does the work in its own clean room.')
  await expect(editor.toolRow('Composer', 'writeTitle')).toHaveAccessibleName(/^module/)
  await expect(sections).toHaveText([
    'Parameters',
    'Description',
    'Who does the work',
    'Imports',
    'Recorded Calls',
    'Result',
    'Advanced',
  ])
  await editor.giveWorkTo('HTTP')
  await expect(inspector.getByRole('button', { name: 'New request for writeTitle' })).toBeVisible()
  await expect(sentence).toHaveText(/Sound-Designer/)
  await editor.giveWorkTo('Model')
  await expect(sentence).toHaveText('Under offline: the simulated model answers.')

  const before = await idea()
  await editor.selectTool('Composer', 'designLead')
  await editor.giveWorkTo('Code', 'renderPart')
  await expect(sentence).toHaveText('Under offline: renderPart runs in place of Sound-Designer.')
  expect(await idea()).toBe(before)
  await editor.giveWorkTo('Idea')
  await expect(sentence).toHaveText(/Sound-Designer does the work/)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('an empty inspector gives its room away and moves nothing when it opens; a result opens over half of the window', async ({
  editor,
  page,
}) => {
  const view = page.locator('.react-flow__viewport')
  const widthOf = async () => (await editor.inspector().boundingBox())?.width ?? 0
  await expect.poll(widthOf).toBe(0)
  await canvasRests(page)
  const before = await view.getAttribute('style')
  await editor.selectIdea('Sound-Designer')
  await expect.poll(widthOf).toBeGreaterThan(300)
  await canvasRests(page)
  expect(await view.getAttribute('style')).toBe(before)
  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } })
  await expect.poll(widthOf).toBe(0)
  await canvasRests(page)
  expect(await view.getAttribute('style')).toBe(before)

  const dock = page.getByRole('region', { name: 'Trace of the open run' })
  await editor.showTab('Result')
  await expect.poll(async () => (await dock.boundingBox())?.height ?? 0).toBeGreaterThan(450)
  await editor.showTab('Timeline')
  await expect.poll(async () => (await dock.boundingBox())?.height ?? 0).toBeLessThan(350)
})

test('the order of Tools is changed in the form of their Idea, by dragging and by Alt with an arrow', async ({
  editor,
  server,
}) => {
  const names = async () => {
    const text = await readText(server.workspace, 'ideas/producer.json')
    return ['composeSong', 'designAmbience', 'mixdown'].toSorted(
      (a, b) => text.indexOf(`"${a}"`) - text.indexOf(`"${b}"`),
    )
  }
  await editor.selectIdea('Producer')
  const tools = editor.inspector().getByRole('region', { name: 'Tools' })
  const row = (name: string) => tools.getByRole('button', { name })
  await row('mixdown').focus()
  await editor.press('Alt+ArrowUp')
  await expect.poll(names).toEqual(['composeSong', 'mixdown', 'designAmbience'])
  await expect(row('mixdown')).toBeFocused()
  await row('designAmbience').dragTo(row('composeSong'))
  await expect.poll(names).toEqual(['designAmbience', 'composeSong', 'mixdown'])
  await editor.undo()
  await editor.undo()
  await expect.poll(names).toEqual(['composeSong', 'designAmbience', 'mixdown'])
})
