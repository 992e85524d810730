import { expect, test, type Page } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postJson } from '../src/api.ts'
import { Editor } from '../src/editor.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { addRuns, WORDS } from './many-runs.ts'
import { median, milliseconds, writeReport, type Measurement } from './report.ts'

const RUNS = 100_000
const ROUNDS = 5
const IDEA = { title: 'Producer', context: [{ type: 'text', text: 'Produce.' }], schema: { type: 'string' } }

/** A person's action on the page. */
interface Step {
  readonly hash?: string
  /** A choice's label and the value to choose. */
  readonly choose?: readonly [string, string]
  readonly search?: string
}
/** The page's content then: a word in every row, or one row that has it or lacks it. */
interface Sight {
  readonly every?: string
  readonly some?: string
  readonly without?: string
}

/** Milliseconds from a step to the first frame in which its outcome is in sight. */
const timed = (page: Page, step: Step, sight: Sight): Promise<number> =>
  page.evaluate(
    async ([{ hash, choose, search }, { every, some, without }]) => {
      const isThere = (): boolean => {
        const rows = [...document.querySelectorAll('[role=row][data-index]')].map(({ textContent }) => textContent)
        return (
          rows.length > 5 &&
          (every === undefined || rows.every((row) => row.includes(every))) &&
          (some === undefined || rows.some((row) => row.includes(some))) &&
          (without === undefined || rows.some((row) => !row.includes(without)))
        )
      }
      const startedAt = performance.now()
      if (hash !== undefined) location.hash = hash
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${choose?.[0]}"]`)
      if (select !== null) {
        select.value = choose?.[1] ?? ''
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
      const input = document.querySelector<HTMLInputElement>('input[type=search]')
      if (input !== null && search !== undefined) {
        // React looks at what it set itself: the element's own setter goes around that.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, search)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      while (!isThere()) await new Promise(requestAnimationFrame)
      return performance.now() - startedAt
    },
    [step, sight] as const,
  )

test('the page of all runs holds a hundred thousand', async ({ page }) => {
  const workspace = await temporaryFolder('runs')
  await mkdir(join(workspace, 'ideas'), { recursive: true })
  await writeFile(join(workspace, 'ensemble.json'), JSON.stringify({ version: 1, name: 'runs' }))
  await writeFile(join(workspace, 'ideas/producer.json'), JSON.stringify(IDEA))
  const first = await startServer({ workspace })
  await importRun(first.url, makeRun('the-first', 3))
  await first.stop()
  addRuns(workspace, RUNS - 1)
  const server = await startServer({ workspace })
  const editor = new Editor(page)
  const opened: number[] = []
  const failed: number[] = []
  const found: number[] = []
  const told: number[] = []
  const byWord = WORDS[3]
  for (let round = 0; round < ROUNDS; round++) {
    await editor.openWorkspace(server.url)
    opened.push(await timed(page, { hash: '/runs' }, {}))
    failed.push(await timed(page, { choose: ['Status', 'failed'] }, { every: 'failed' }))
    await timed(page, { choose: ['Status', ''] }, { some: 'done' })
    found.push(await timed(page, { search: byWord }, { every: byWord }))
    await timed(page, { search: '' }, { without: byWord })
    const { id } = await postJson<{ id: string }>(`${server.url}/api/runs`, { idea: 'producer' })
    const startedAt = performance.now()
    await expect(page.getByRole('row').nth(1)).toContainText('Producer')
    told.push(performance.now() - startedAt)
    expect(id).not.toBe('')
    await page.goto('about:blank')
  }
  await editor.openWorkspace(server.url)
  await timed(page, { hash: '/runs' }, {})
  const frames = await page.evaluate(async () => {
    const box = document.querySelector('[role=table]')
    const gaps: number[] = []
    let last: number | undefined
    for (let at = 0; at < 240; at++) {
      const frameAt = await new Promise<number>(requestAnimationFrame)
      if (last !== undefined) gaps.push(frameAt - last)
      last = frameAt
      if (box !== null) box.scrollTop += 90
    }
    return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Number.NaN
  })
  await server.stop()
  await removeFolder(workspace)
  const row = (what: string, values: readonly number[], most: number, how: string): Measurement => ({
    what,
    measured: milliseconds(median(values)),
    target: `≤ ${most} ms`,
    holds: median(values) <= most,
    how: `${how} The median of ${ROUNDS}.`,
  })
  const rows = [
    row('The page of all runs opens', opened, 500, 'From the change of the address to the first frame with its rows.'),
    row('Those that failed', failed, 300, 'From choosing the status to the first frame with only such rows.'),
    row('Those with a word', found, 300, 'From the word in the search to the first frame with only such rows.'),
    row('A run that starts', told, 300, 'From the answer of the server to the row on top of the list.'),
    {
      what: 'Scrolling the list, frames, p95',
      measured: `${frames.toFixed(1)} ms`,
      target: 'p95 of one frame',
      holds: frames <= 18.4,
      how: '240 frames of three rows each; the next hundred are read when the end is near.',
    },
  ]
  for (const each of rows) console.log(`  ${each.what}: ${each.measured}`)
  await writeReport(rows, {
    file: 'benchmarks-runs.md',
    title: 'Benchmarks of the list of runs',
    intro: `Written by \`npm run bench -- runs\`: the real server over a database of ${RUNS.toLocaleString('en')} runs, the page in a real browser.`,
  })
})
