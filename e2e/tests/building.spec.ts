import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Hand } from '../src/hand.ts'
import { boxOf, drag } from '../src/gestures.ts'
import { isThere, readText } from '../src/files.ts'
import { buildThreeModules } from '../src/three-modules.ts'
import { canvasRests } from '../src/in-page.ts'
import { startServer, temporaryFolder, removeFolder } from '../src/server.ts'
import { Editor } from '../src/editor.ts'
import { expect, test } from '../src/test.ts'

const BLANK = join(import.meta.dirname, '..', '..', 'examples', 'blank')
const MOST_ACTIONS = 12

test('three modules with an Activity, a schema and an approval are built and run in at most 12 pointer actions, with no modal', async ({
  page,
}) => {
  const folder = await temporaryFolder('blank')
  const workspace = join(folder, 'blank')
  await cp(BLANK, workspace, { recursive: true })
  const server = await startServer({ workspace })
  const editor = new Editor(page)
  const hand = new Hand(page)
  await editor.openWorkspace(server.url)

  await buildThreeModules(page, editor, hand, workspace)

  expect(hand.actions.length, hand.actions.join('\n')).toBeLessThanOrEqual(MOST_ACTIONS)
  await page.close()
  await server.stop()
  await removeFolder(folder)
})

test('an edge dropped on empty canvas, a double click and a key all open the same list, and the node appears there', async ({
  editor,
  page,
  server,
}) => {
  await canvasRests(page)
  const view = page.locator('.react-flow__viewport')
  const seen = await view.getAttribute('style')
  const row = await boxOf(editor.idea('Sound-Designer').getByRole('button', { name: '+ tool' }))
  const node = await boxOf(editor.idea('Sound-Designer'))
  const pane = await boxOf(page.locator('.react-flow'))
  // Above the panels at the lower edge of the canvas.
  const spot = { x: node.x - 10, y: node.y + node.height + 40 }
  await drag(page, { x: node.x + node.width, y: row.y + row.height / 2 }, spot)
  await editor.addByName('Mastering engineer')
  const made = await boxOf(editor.idea('Mastering engineer'))
  expect(Math.abs(made.x - spot.x)).toBeLessThan(4)
  expect(spot.y - made.y).toBeGreaterThan(0)
  expect(spot.y - made.y).toBeLessThan(24)
  await expect(editor.delegations().filter({ hasText: 'delegates to Mastering engineer' })).toHaveCount(1)
  await editor.undo()
  await expect(editor.idea('Mastering engineer')).toBeHidden()
  // The Tool that led to it is gone by the same step.
  await expect(editor.toolRow('Sound-Designer', 'askMasteringEngineer')).toBeHidden()

  const corner = { x: pane.x + 40, y: pane.y + 40 }
  await page.mouse.dblclick(corner.x, corner.y)
  await expect(editor.picker()).toBeFocused()
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/^New Idea/)
  await editor.press('Enter')
  // An Idea that is added without a name is named in place.
  await expect(editor.nameInPlace()).toBeFocused()
  await page.keyboard.type('Reviewer')
  await editor.press('Enter')
  const placed = await boxOf(editor.idea('Reviewer'))
  expect(Math.abs(placed.x - corner.x)).toBeLessThan(4)
  await expect.poll(() => isThere(server.workspace, 'ideas/reviewer.json')).toBe(true)
  expect(await view.getAttribute('style')).toBe(seen)

  await editor.press('/')
  await expect(page.getByRole('dialog', { name: 'Add to Reviewer' })).toBeVisible()
  await page.keyboard.type('mixd')
  await page
    .getByRole('option', { name: /^mixdown/ })
    .first()
    .click()
  await expect(editor.toolRow('Reviewer', 'mixdown')).toBeVisible()
})

test('a double click on a title renames, elsewhere on a node it enters, and Escape gives a name up', async ({
  editor,
  page,
  server,
}) => {
  const title = editor.idea('Composer').getByText('Composer', { exact: true })
  await title.dblclick()
  await expect(editor.nameInPlace()).toHaveValue('Composer')
  await page.keyboard.type('Song writer')
  await editor.press('Escape')
  await expect(title).toBeVisible()
  await title.dblclick()
  await expect(editor.nameInPlace()).toBeFocused()
  await page.keyboard.type('Song writer')
  await editor.press('Enter')
  await expect(editor.idea('Song writer')).toBeVisible()
  await expect.poll(() => isThere(server.workspace, 'ideas/song-writer.json')).toBe(true)
  await expect.poll(() => readText(server.workspace, 'ideas/song-writer.json')).toContain('"Song writer"')
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('idea://song-writer')

  await editor.selectTool('Song writer', 'planForm')
  await editor.press('F2')
  await editor.nameInPlace().fill('writeTitle')
  await editor.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'writeTitle is already taken' })).toBeVisible()
  await editor.nameInPlace().fill('plan the form')
  await editor.press('Enter')
  await expect(editor.toolRow('Song writer', 'planTheForm')).toBeVisible()

  await editor.idea('Song writer').locator('p').dblclick()
  await expect(editor.inside('Song writer')).toBeVisible()
})

test('Activities, shared tools and templates are dragged from the explorer to empty canvas', async ({
  editor,
  page,
}) => {
  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  const pane = page.locator('.react-flow__pane')
  const drop = { targetPosition: { x: 60, y: 40 } }
  for (const section of ['Activities', 'Shared tools'])
    await explorer.getByRole('region', { name: section }).getByRole('button', { name: section }).click()
  await explorer.getByRole('region', { name: 'Activities' }).getByRole('button', { name: 'mixSong' }).dragTo(pane, drop)
  await expect(editor.nameInPlace()).toHaveValue('Mix Song')
  await editor.press('Enter')
  await expect(editor.toolRow('Mix Song', 'mixSong')).toHaveAccessibleName(/^explicit/)
  await editor.undo()
  await expect(editor.idea('Mix Song')).toBeHidden()

  await explorer
    .getByRole('region', { name: 'Shared tools' })
    .getByRole('button', { name: 'mixdown' })
    .dragTo(pane, drop)
  await expect(editor.nameInPlace()).toHaveValue('Mixdown')
  await editor.press('Enter')
  await expect(editor.toolRow('Mixdown', 'mixdown')).toBeVisible()
  await editor.undo()
  await expect(editor.idea('Mixdown')).toBeHidden()

  const before = await editor.ideas().count()
  await explorer.getByRole('button', { name: 'Templates' }).dragTo(pane, drop)
  await page.getByRole('option', { name: /^Support desk/ }).click()
  await expect(editor.idea('Support desk')).toBeVisible()
  await editor.undo()
  await expect(editor.ideas()).toHaveCount(before)
})
