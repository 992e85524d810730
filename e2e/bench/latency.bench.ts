import { type Browser, type CDPSession, type Page, test } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Editor } from '../src/editor.ts'
import { type RunningServer, removeFolder, startServer } from '../src/server.ts'
import { type Measurement, machine, median, milliseconds, table } from './report.ts'

/**
 * How long the page's main thread works until a click or a key shows: in processor time, which other programs on the
 * machine don't change.
 */

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks-canvas.md')
const ROUNDS = 9
const FIRST_ROUNDS = 5

const measurements: Measurement[] = []
let server: RunningServer

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
  await removeFolder(dirname(server.workspace))
  // Only when all of it ran: a part of the table would read as the whole.
  if (measurements.length === 5) await writeLatencies()
})

/** Replaces the section of the page, whose other sections have other commands. */
async function writeLatencies(): Promise<void> {
  const text = await readFile(FILE, 'utf8')
  const [before = '', rest = ''] = text.split('## Latencies\n')
  const next = rest.indexOf('\n## ')
  const after = next < 0 ? '' : rest.slice(next + 1)
  const intro =
    "Written by `npm run bench -- latency`: processor time of the page's main thread (`TaskDuration` in thread ticks) from the click or key to the frame that shows its effect, in the music example at 1440x900."
  const section = `## Latencies\n\n${intro}\n\n${new Date().toISOString().slice(0, 10)} · ${machine()}\n\n${table(measurements)}\n\n`
  await writeFile(FILE, `${before.trimEnd()}\n\n${section}${after}`.trimEnd() + '\n')
}

interface Opened {
  readonly page: Page
  readonly editor: Editor
  readonly client: CDPSession
}

/** A page at rest, with everything fetched that it fetches by itself. */
async function openPage(browser: Browser): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(server.url)
  const editor = new Editor(page)
  await editor.idea('Composer').waitFor()
  await page.waitForTimeout(4000)
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, editor, client }
}

async function taskTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** The main thread's work from `act` to the second frame in which the expression `until` holds. */
async function costOf({ page, client }: Opened, act: () => Promise<unknown>, until: string): Promise<number> {
  await page.evaluate(`void (globalThis.shown = new Promise((resolve) => {
    const look = () => (${until}) ? requestAnimationFrame(() => resolve()) : requestAnimationFrame(look)
    addEventListener('keydown', look, { capture: true, once: true })
    addEventListener('pointerdown', look, { capture: true, once: true })
  }))`)
  const before = await taskTime(client)
  await act()
  await page.evaluate('globalThis.shown')
  return (await taskTime(client)) - before
}

const add = (what: string, times: readonly number[], most: number, how: string): void => {
  const middle = median(times)
  measurements.push({
    what,
    measured: `median ${milliseconds(middle)}, highest ${milliseconds(Math.max(...times))}`,
    target: `≤ ${most} ms`,
    holds: middle <= most,
    how,
  })
  console.log(`  ${what}: ${times.map((time) => time.toFixed(0)).join(' ')} ms`)
}

test('selecting', async ({ browser }) => {
  const opened = await openPage(browser)
  const { page, editor } = opened
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const title = round % 2 === 0 ? 'Composer' : 'Producer'
    const box = await editor.idea(title).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 15)
    await page.waitForTimeout(300)
    const until = `document.querySelector('[aria-label="Inspector"] h2')?.textContent === '${title}'`
    times.push(await costOf(opened, () => page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 15), until))
    await page.waitForTimeout(300)
  }
  await page.close()
  add(
    'Select an Idea',
    times,
    50,
    `${ROUNDS} clicks on titles of Composer and Producer in turn, until the inspector shows it.`,
  )
})

const PALETTE = `document.querySelectorAll('[cmdk-item]').length > 5 && document.activeElement?.matches('[cmdk-input]')`

test('the palette', async ({ browser }) => {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < FIRST_ROUNDS; round += 1) {
    const opened = await openPage(browser)
    for (const times of [first, again]) {
      times.push(await costOf(opened, () => opened.page.keyboard.press('ControlOrMeta+k'), PALETTE))
      await opened.page.keyboard.press('Escape')
      await opened.page.waitForTimeout(400)
    }
    await opened.page.close()
  }
  add(
    'Open the palette, first time',
    first,
    50,
    `The first Ctrl+K of ${FIRST_ROUNDS} fresh pages, until the field has the focus and the list shows.`,
  )
  add('Open the palette again', again, 50, 'The second Ctrl+K of the same pages.')
})

test('the theme', async ({ browser }) => {
  const opened = await openPage(browser)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = `document.documentElement.dataset.theme === '${round % 2 === 0 ? 'dark' : 'light'}'`
    const button = opened.page.getByRole('button', { name: 'Switch light and dark' })
    times.push(await costOf(opened, () => button.click(), until))
    await opened.page.waitForTimeout(300)
  }
  await opened.page.close()
  add('Change the theme', times, 100, `${ROUNDS} clicks on the button, until the page is drawn in the other theme.`)
})

test('the schema editor', async ({ browser }) => {
  const opened = await openPage(browser)
  const { page, editor } = opened
  const row = editor.idea('Composer').getByRole('button', { name: /planForm/u })
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await row.click()
    await page.waitForTimeout(400)
    const until = `document.querySelector('[aria-label="Schema editor"] .monaco-editor .view-line') !== null`
    const time = await costOf(opened, () => page.keyboard.press('e'), until)
    if (round > 0) times.push(time)
    await page.waitForTimeout(500)
    await page.getByRole('button', { name: 'Back to the graph' }).click()
    await page.waitForTimeout(300)
  }
  await page.close()
  add(
    'Open the schema editor again',
    times,
    50,
    `The key E on a selected Tool ${ROUNDS} times after the first, until its text shows.`,
  )
})
