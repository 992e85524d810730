import type { CDPSession, Page } from '@playwright/test'
import { sizeViolations, violations } from '../src/accessibility.ts'
import { type Point, boxOf, middleOf } from '../src/gestures.ts'
import { expect, test } from '../src/test.ts'

/** Whether nothing but lists and editors, which scroll by themselves, is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(10_000, 0)
    const scrolled = scrollX
    scrollTo(0, 0)
    return Math.max(scrolled, document.documentElement.scrollWidth - innerWidth)
  })

test.describe('at 1024 by 700', () => {
  test.use({ viewport: { width: 1024, height: 700 } })

  test('the canvas keeps most of the window while a node is selected, and the explorer opens over it', async ({
    editor,
    page,
  }) => {
    await editor.selectIdea('Composer')
    await expect(editor.inspector()).toBeVisible()
    const canvas = await boxOf(page.locator('.react-flow'))
    expect(canvas.width).toBeGreaterThanOrEqual(0.6 * 1024)
    expect(canvas.height).toBeGreaterThanOrEqual(0.55 * 700)
    const node = await boxOf(editor.idea('Composer'))
    expect(node.x).toBeGreaterThanOrEqual(canvas.x)
    expect(node.x + node.width).toBeLessThanOrEqual(canvas.x + canvas.width)

    const explorer = page.getByRole('navigation', { name: 'Explorer' })
    const opener = page.getByRole('toolbar', { name: 'Explorer' }).getByRole('button', { name: 'Ideas' })
    await opener.click()
    await expect(explorer).toBeVisible()
    expect((await boxOf(page.locator('.react-flow'))).width).toBe(canvas.width)
    await editor.press('Escape')
    await expect(explorer).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await explorer.getByRole('button', { name: 'Sound-Designer' }).first().click()
    await expect(explorer).toBeHidden()
    await expect(editor.breadcrumb('Sound-Designer')).toBeVisible()
  })
})

for (const { name, width, height, judge } of [
  { name: 'at 640 pixels', width: 640, height: 800, judge: violations },
  { name: 'at 200 % zoom', width: 720, height: 450, judge: sizeViolations },
])
  test(`${name} nothing scrolls sideways, and all that is pressed is large enough`, async ({
    editor,
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height })
    const look = async (place: string, covered?: readonly string[]): Promise<void> => {
      expect(await overflow(page), place).toBe(0)
      expect(await judge(page, covered), place).toEqual([])
    }
    await look('the graph')
    await editor.selectIdea('Composer')
    await look('the inspector')
    await page.getByRole('toolbar', { name: 'Explorer' }).getByRole('button', { name: 'Ideas' }).click()
    // Open, it covers the controls of the canvas.
    await look('the explorer', ['.react-flow__panel'])
    await editor.press('Escape')
    await page.getByRole('button', { name: 'Commands', exact: true }).click()
    await look('the palette')
    await editor.press('Escape')
    for (const place of ['runs', 'settings', 'gallery', 'cases', 'experiments', 'activities', 'readiness']) {
      await page.goto(`${server.url}#/${place}`)
      await expect(page.getByRole('region').or(page.getByRole('main')).first()).toBeVisible()
      await look(place)
    }
  })

const at = ({ x, y }: Point, id = 0) => ({ x, y, id, radiusX: 4, radiusY: 4, force: 1 })
const touch = (session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
  session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(at) })

/** A finger that goes from one place to another, over places between them. */
async function swipe(session: CDPSession, from: Point, to: Point): Promise<void> {
  await touch(session, 'touchStart', [from])
  for (let step = 1; step <= 8; step += 1) {
    const share = step / 8
    await touch(session, 'touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
  }
  await touch(session, 'touchEnd', [])
}

test.describe('with fingers', () => {
  test.use({ hasTouch: true })

  test('one pans, two zoom, and one connects two Ideas', async ({ editor, page }) => {
    const session = await page.context().newCDPSession(page)
    const canvas = await boxOf(page.locator('.react-flow'))
    const empty = { x: canvas.x + canvas.width - 30, y: canvas.y + 40 }
    const before = await boxOf(editor.idea('Producer'))
    await swipe(session, empty, { x: empty.x - 80, y: empty.y + 30 })
    await expect.poll(async () => Math.round((await boxOf(editor.idea('Producer'))).x - before.x)).toBe(-80)

    const panned = await boxOf(editor.idea('Producer'))
    const centre = { x: canvas.x + canvas.width - 120, y: canvas.y + 60 }
    const fingers = (apart: number) => [
      { x: centre.x - apart, y: centre.y },
      { x: centre.x + apart, y: centre.y },
    ]
    await touch(session, 'touchStart', fingers(60))
    for (const apart of [55, 50, 45]) await touch(session, 'touchMove', fingers(apart))
    await touch(session, 'touchEnd', [])
    await expect.poll(async () => (await boxOf(editor.idea('Producer'))).width).toBeLessThan(panned.width - 10)

    await expect(editor.delegations()).not.toHaveCount(0)
    const count = await editor.delegations().count()
    const row = await boxOf(editor.idea('Sound-Designer').getByRole('button', { name: '+ tool' }))
    const node = await boxOf(editor.idea('Sound-Designer'))
    const target = await middleOf(editor.idea('Producer').getByText('Producer', { exact: true }))
    await swipe(session, { x: node.x + node.width, y: row.y + row.height / 2 }, target)
    await expect(editor.delegations()).toHaveCount(count + 1)
  })
})
