import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Editor } from '../src/editor.ts'
import { boxOf } from '../src/gestures.ts'
import { canvasRests } from '../src/in-page.ts'
import { writeNewsroom } from '../src/newsroom.ts'
import { startServer } from '../src/server.ts'
import { expect, test as base } from '../src/test.ts'

/** A newsroom of so many Ideas, opened. */
const test = base.extend<{ count: number; isGrouped: boolean; newsroom: Editor }>({
  count: [30, { option: true }],
  isGrouped: [false, { option: true }],
  newsroom: async ({ page, count, isGrouped }, use) => {
    const workspace = await writeNewsroom(count, { groups: isGrouped })
    const server = await startServer({ workspace })
    const editor = new Editor(page)
    await editor.openWorkspace(server.url)
    await use(editor)
    await page.close()
    await server.stop()
    await rm(dirname(workspace), { recursive: true, force: true, maxRetries: 5 })
  },
})
/** The names that are drawn smaller than 12 pixels, or of which a word or the number of Tools is cut or broken. */
const unreadable = (editor: Editor): Promise<readonly unknown[]> =>
  editor
    .ideas()
    .locator('p')
    .evaluateAll((all) =>
      all
        .map((name) => {
          const zoom = new DOMMatrix(getComputedStyle(name.closest('.react-flow__viewport') ?? name).transform).a
          const { right, bottom } = name.getBoundingClientRect()
          const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
          const isCutOrBroken: boolean[] = []
          while (text.nextNode())
            for (const { index, 0: word } of (text.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
              const range = document.createRange()
              range.setStart(text.currentNode, index)
              range.setEnd(text.currentNode, index + word.length)
              const lines = [...range.getClientRects()]
              isCutOrBroken.push(
                new Set(lines.map(({ top }) => Math.round(top))).size > 1 ||
                  lines.some((line) => line.right > right + 1 || (line.top + line.bottom) / 2 > bottom),
              )
            }
          return {
            text: name.textContent,
            pixels: Number.parseFloat(getComputedStyle(name).fontSize) * zoom,
            isCutOrBroken: isCutOrBroken.includes(true),
          }
        })
        .filter(({ pixels, isCutOrBroken }) => pixels < 11.9 || isCutOrBroken),
    )

test.use({ viewport: { width: 1440, height: 900 } })

test('thirty Ideas open legible: all in sight, names of at least 12 pixels, no word broken or cut', async ({
  newsroom,
  page,
}) => {
  await expect(newsroom.ideas()).toHaveCount(30)
  // The inspector gives its room away once it has loaded with nothing in it.
  await expect(async () => {
    const pane = await boxOf(page.locator('.react-flow'))
    for (const box of await newsroom.nodeBoxes()) {
      expect(box.x).toBeGreaterThanOrEqual(pane.x)
      expect(box.y).toBeGreaterThanOrEqual(pane.y)
      expect(box.x + box.width).toBeLessThanOrEqual(pane.x + pane.width)
      expect(box.y + box.height).toBeLessThanOrEqual(pane.y + pane.height)
    }
  }).toPass()
  await expect.poll(() => unreadable(newsroom)).toEqual([])
})

test('selecting an Idea lights its own delegations and the others recede; nothing is lit without a selection', async ({
  newsroom,
  page,
}) => {
  const canvas = page.locator('.react-flow').first()
  await newsroom.selectIdea('Legal reviewer')
  await expect(canvas).toHaveClass(/\blit\b/)
  const strokes = async (): Promise<number> =>
    await page
      .locator('.react-flow__edge path:first-of-type')
      .evaluateAll((paths) => new Set(paths.map((path) => getComputedStyle(path).stroke)).size)
  await expect.poll(strokes).toBe(2)
  await newsroom.press('Escape')
  await page.mouse.move(3, 3)
  await expect(canvas).not.toHaveClass(/\blit\b/)
  await expect.poll(strokes).toBe(1)
})

test.describe('groups', () => {
  test.use({ isGrouped: true })

  test('stay together on the canvas and are folders of the list, which a filter searches', async ({
    newsroom,
    page,
  }) => {
    await newsroom.press('f')
    const frames = page.getByRole('region', { name: /^Group / })
    await expect(frames).toHaveCount(3)
    const explorer = page.getByRole('navigation', { name: 'Explorer' })
    const folder = explorer.getByRole('button', { name: /^Research/, expanded: true })
    await folder.first().click()
    await expect(explorer.getByRole('button', { name: /^Archivist/ })).toBeHidden()
    await explorer.getByRole('searchbox').fill('check')
    await expect(explorer.getByRole('button', { name: /checker/ })).toHaveCount(6)
    await explorer.getByRole('searchbox').press('Escape')
    await expect(explorer.getByRole('button', { name: /^Writer/ })).toBeVisible()
  })
})

test.describe('three hundred Ideas', () => {
  test.use({ count: 300 })

  test('open at their entries, unfold, and are found by the list wherever they are folded', async ({
    newsroom,
    page,
  }) => {
    await expect(newsroom.idea('Chief editor')).toBeVisible()
    await expect(page.getByText(/^\d+ of 300 Ideas$/)).toBeVisible()
    expect(await newsroom.ideas().count()).toBeLessThan(90)
    await expect.poll(() => unreadable(newsroom)).toEqual([])
    await expect(newsroom.idea('Sports writer')).toBeHidden()

    await newsroom
      .idea('Sports editor')
      .getByRole('button', { name: /modules? folded/ })
      .click()
    await expect(newsroom.idea('Sports writer')).toBeVisible()
    await expect(newsroom.idea('Sports illustrator')).toBeHidden()

    const explorer = page.getByRole('navigation', { name: 'Explorer' })
    await explorer.getByRole('searchbox', { name: 'Filter 300 Ideas' }).fill('culture libel')
    await explorer.getByRole('button', { name: /^Culture libel reader/ }).click()
    await expect(newsroom.idea('Culture libel reader')).toBeInViewport()

    await page.getByRole('button', { name: 'Unfold all' }).click()
    await expect(page.getByText(/^300 Ideas$/)).toBeVisible()
    await newsroom.press('f')
    await expect.poll(() => page.locator('.react-flow *').count()).toBeLessThan(6000)
    await page.getByRole('button', { name: 'Fold', exact: true }).click()
    await expect(page.getByText(/^\d+ of 300 Ideas$/)).toBeVisible()
  })

  test.describe('in a small window', () => {
    test.use({ viewport: { width: 1024, height: 700 } })

    test('open with names as legible', async ({ newsroom, page }) => {
      await expect(page.getByText(/^\d+ of 300 Ideas$/)).toBeVisible()
      await canvasRests(page)
      await expect.poll(() => unreadable(newsroom)).toEqual([])
    })
  })
})
