import { boxOf, drag, middleOf } from '../src/gestures.ts'
import { readText } from '../src/files.ts'
import { canvasRests } from '../src/in-page.ts'
import { expect, test } from '../src/test.ts'

test('a panel that opens and a window that shrinks keep in view what was in view, and it comes back as it was', async ({
  editor,
  page,
}) => {
  await canvasRests(page)
  const pane = await boxOf(page.locator('.react-flow'))
  const view = page.locator('.react-flow__viewport')
  // Moved by hand: it is no longer the fitted view, which would be fitted again.
  await drag(page, { x: pane.x + 30, y: pane.y + 30 }, { x: pane.x + 60, y: pane.y + 40 })
  await canvasRests(page)
  const chosen = await view.getAttribute('style')
  await page.setViewportSize({ width: 1000, height: 640 })
  await expect.poll(() => view.getAttribute('style')).not.toBe(chosen)
  await canvasRests(page)
  const small = await boxOf(page.locator('.react-flow'))
  for (const title of await editor.ideaTitles()) {
    const node = await boxOf(editor.idea(title))
    expect(node.x).toBeGreaterThanOrEqual(small.x)
    expect(node.x + node.width).toBeLessThanOrEqual(small.x + small.width)
    expect(node.y + node.height).toBeLessThanOrEqual(small.y + small.height)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => view.getAttribute('style')).toBe(chosen)
})

test.describe('at 1024 by 700', () => {
  test.use({ viewport: { width: 1024, height: 700 } })

  test('a selection that opens the inspector moves nothing under the hand, and what it would cover only sideways', async ({
    editor,
    page,
  }) => {
    const view = page.locator('.react-flow__viewport')
    const designer = editor.idea('Sound-Designer')
    // The panel without a selection gives its room away once it has loaded.
    await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible()
    await expect.poll(async () => (await boxOf(page.locator('.react-flow'))).width).toBeGreaterThan(900)
    await canvasRests(page, 30)
    const fitted = await view.getAttribute('style')
    await editor.selectIdea('Sound-Designer')
    await expect(editor.inspector()).toBeVisible()
    await canvasRests(page)
    expect(await view.getAttribute('style')).toBe(fitted)
    // Both clicks of a double click meet the title.
    await designer.getByText('Sound-Designer', { exact: true }).dblclick()
    await expect(editor.nameInPlace()).toBeFocused()
    await editor.press('Escape')
    await editor.press('Escape')
    await expect(editor.inspector()).toBeHidden()
    await canvasRests(page)
    expect(await view.getAttribute('style')).toBe(fitted)

    const pane = await boxOf(page.locator('.react-flow'))
    const empty = { x: pane.x + pane.width - 60, y: pane.y + 20 }
    await drag(page, empty, { x: empty.x + 260, y: empty.y + 10 })
    await canvasRests(page)
    const before = await boxOf(designer)
    await editor.selectIdea('Sound-Designer')
    const canvas = async () => await boxOf(page.locator('.react-flow'))
    await expect.poll(async () => (await canvas()).width).toBeLessThan(pane.width - 100)
    await expect
      .poll(async () => {
        const [node, room] = [await boxOf(designer), await canvas()]
        return node.x + node.width <= room.x + room.width && node.x < before.x
      })
      .toBe(true)
    expect(Math.round((await boxOf(designer)).y)).toBe(Math.round(before.y))
  })
})

test('arrows nudge, Alt-drag duplicates, Space-drag pans, nodes snap and are aligned, rows change places', async ({
  editor,
  page,
  server,
}) => {
  await editor.selectIdea('Composer')
  const before = await boxOf(editor.idea('Composer'))
  await editor.press('Shift+ArrowDown')
  await expect.poll(async () => (await boxOf(editor.idea('Composer'))).y).toBeGreaterThan(before.y + 5)
  await editor.undo()
  await expect.poll(async () => Math.round((await boxOf(editor.idea('Composer'))).y)).toBe(Math.round(before.y))

  const producer = await middleOf(editor.idea('Producer').getByText('Producer', { exact: true }))
  await page.keyboard.down('Alt')
  await drag(page, producer, { x: producer.x + 20, y: producer.y - 160 })
  await page.keyboard.up('Alt')
  await expect(editor.idea('Producer copy')).toBeVisible()
  // The original returns to its place. A drag begins at its second movement of the pointer.
  await expect
    .poll(async () => {
      const copy = await boxOf(editor.idea('Producer copy'))
      const original = await boxOf(editor.idea('Producer'))
      return Math.hypot(copy.x - original.x - 20, copy.y - original.y + 160)
    })
    .toBeLessThan(16)

  await editor.selectIdea('Producer copy')
  await editor.addToSelection('Producer')
  await editor.idea('Producer').getByText('Producer', { exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Align left edges' }).click()
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all([boxOf(editor.idea('Producer copy')), boxOf(editor.idea('Producer'))])
      return Math.abs(one.x - other.x)
    })
    .toBeLessThan(1)
  for (let step = 0; step < 2; step += 1) await editor.undo()
  await expect(editor.idea('Producer copy')).toBeHidden()

  // Near the line of another node it snaps to it and shows the line; with Ctrl it does not.
  const [composer, designer] = [editor.idea('Composer'), editor.idea('Sound-Designer')]
  const title = await middleOf(designer.getByText('Sound-Designer', { exact: true }))
  const rise = (await boxOf(composer)).y - (await boxOf(designer)).y
  await page.mouse.move(title.x, title.y)
  await page.mouse.down()
  // The movement that begins a drag is not part of it.
  await page.mouse.move(title.x, title.y - 4)
  await page.mouse.move(title.x, title.y + rise / 2)
  for (const isFree of [true, false]) {
    if (isFree) await page.keyboard.down('Control')
    await expect(async () => {
      await page.mouse.move(title.x + 1, title.y + rise + 1)
      await page.mouse.move(title.x, title.y + rise)
      await expect(page.locator('[data-guide="y"]')).toHaveCount(isFree ? 0 : 1, { timeout: 500 })
    }).toPass()
    if (isFree) await page.keyboard.up('Control')
  }
  await page.mouse.up()
  await expect.poll(async () => Math.abs((await boxOf(composer)).y - (await boxOf(designer)).y)).toBeLessThan(1)
  await expect(page.locator('[data-guide]')).toHaveCount(0)
  await editor.undo()

  // A tool row goes where its grip is dropped, and the file's order with it.
  const rows = editor.idea('Producer').locator('[data-tool]')
  const [first, second] = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-tool') ?? ''))
  const row = await boxOf(rows.first())
  await page.mouse.move(row.x + 14, row.y + row.height / 2)
  await drag(page, { x: row.x + 14, y: row.y + row.height / 2 }, { x: row.x + 14, y: row.y + row.height * 1.6 })
  await expect(rows.first()).toHaveAttribute('data-tool', second ?? '')
  await expect
    .poll(async () => {
      const text = await readText(server.workspace, 'ideas/producer.json')
      return text.indexOf(`"${second}":`) < text.indexOf(`"${first}":`)
    })
    .toBe(true)
  await editor.undo()
  await expect(rows.first()).toHaveAttribute('data-tool', first ?? '')

  const view = page.locator('.react-flow__viewport')
  const places = await editor.nodePlaces()
  // A button that the pointer pressed doesn't take Space from a hand over the canvas.
  await page.getByRole('button', { name: 'Fit', exact: false }).first().click()
  await canvasRests(page)
  const seen = await view.getAttribute('style')
  await page.keyboard.down(' ')
  await drag(page, producer, { x: producer.x + 40, y: producer.y + 20 })
  await page.keyboard.up(' ')
  await expect.poll(() => view.getAttribute('style')).not.toBe(seen)
  expect(await editor.nodePlaces()).toEqual(places)
  expect(await readText(server.workspace, 'ideas/producer.json')).toContain('"Producer"')
})

test('a rename offers to carry names of tools and mentions along, and the tab says how the run does', async ({
  editor,
  page,
  server,
}) => {
  await expect(page).toHaveTitle('music · Ensemble')
  await editor.renameIdea('Composer', 'Songwriter')
  const notice = page.getByRole('listitem').filter({ hasText: 'The name “Composer” is still used' })
  await notice.getByRole('button', { name: 'Rename these too' }).click()
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('Call to the Songwriter')
  await editor.undo()
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('Call to the Composer')
  await editor.goToIdea('Sound-Designer')
  await editor.startRun()
  await editor.waitForResult()
  await expect(page).toHaveTitle(/^done · music · Ensemble$/i)
})
