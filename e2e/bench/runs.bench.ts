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

/** Milliseconds from what `act` does until `isDone` sees it, looked at in every frame. */
const timed = (page: Page, act: string, isDone: string): Promise<number> =>
  page.evaluate(
    async ([doing, seeing]) => {
      const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')]
      const run = (text: string): unknown => new Function('rows', `return ${text}`)(rows)
      const startedAt = performance.now()
      run(doing)
      while (run(seeing) !== true) await new Promise(requestAnimationFrame)
      return performance.now() - startedAt
    },
    [act, isDone] as const,
  )

const choose = (label: string, value: string): string =>
  `(() => { const select = document.querySelector('select[aria-label="${label}"]'); select.value = '${value}'; select.dispatchEvent(new Event('change', { bubbles: true })) })()`
const type = (text: string): string =>
  `(() => { const input = document.querySelector('input[type=search]'); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '${text}'); input.dispatchEvent(new Event('input', { bubbles: true })) })()`

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
    opened.push(await timed(page, `location.hash = '/runs'`, 'rows().length > 5'))
    failed.push(
      await timed(
        page,
        choose('Status', 'failed'),
        `rows().length > 5 && rows().every((row) => /failed/.test(row.textContent))`,
      ),
    )
    await timed(page, choose('Status', ''), `rows().some((row) => /done/.test(row.textContent))`)
    found.push(
      await timed(
        page,
        type(byWord),
        `rows().length > 5 && rows().every((row) => row.textContent.includes('${byWord}'))`,
      ),
    )
    await timed(page, type(''), `rows().some((row) => !row.textContent.includes('${byWord}'))`)
    const { id } = await postJson<{ id: string }>(`${server.url}/api/runs`, { idea: 'producer' })
    const startedAt = performance.now()
    await expect(page.getByRole('row').nth(1)).toContainText('Producer')
    told.push(performance.now() - startedAt)
    expect(id).not.toBe('')
    await page.goto('about:blank')
  }
  await editor.openWorkspace(server.url)
  await timed(page, `location.hash = '/runs'`, 'rows().length > 5')
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
    row('Those that failed', failed, 300, 'From choosing the status to the first frame in which only such rows stand.'),
    row(
      'Those with a word',
      found,
      300,
      'From the word in the search to the first frame in which only such rows stand.',
    ),
    row('A run that starts', told, 300, 'From the answer of the server to the row on top of the list.'),
    {
      what: 'Scrolling the list, frames, p95',
      measured: `${frames.toFixed(1)} ms`,
      target: 'p95 of one frame',
      holds: frames <= 18.4,
      how: '240 frames of three rows each; the next hundred are read whenever the end comes near.',
    },
  ]
  for (const each of rows) console.log(`  ${each.what}: ${each.measured}`)
  await writeReport(rows, {
    file: 'benchmarks-runs.md',
    title: 'Benchmarks of the list of runs',
    intro: `Written by \`npm run bench -- runs\`: the real server over a database of ${RUNS.toLocaleString('en')} runs, the page in a real browser.`,
  })
})
