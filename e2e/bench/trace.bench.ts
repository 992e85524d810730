import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { Editor, type DockTab } from '../src/editor.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { median, milliseconds, writeReport, type Measurement } from './report.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Gives 106,348 events in 32,491 spans, eight Loops deep, and fails at its end. */
const SEED = 16
const SHAPE = { turns: 10, callsPerTurn: 8, depth: 4, trouble: 0.004 }
const RUN = 'a-long-run'
const IDEA = { title: 'Producer', context: [{ type: 'text', text: 'Produce.' }], schema: { type: 'string' } }
const TABS: readonly DockTab[] = ['Timeline', 'Tree', 'Messages', 'State']
const MOVES = 240
const FRAME_MS = 1000 / 60

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Reads and parses every byte of the stream in the page and does nothing with it: what opening can never beat. */
const readAlone = (page: Page): Promise<{ readonly ms: number; readonly megabytes: number }> =>
  page.evaluate(async (run) => {
    const startedAt = performance.now()
    const response = await fetch(`/api/runs/${run}/events?pack=16&brief=true`, {
      headers: { accept: 'text/event-stream' },
    })
    const text = await response.text()
    const kept: unknown[] = []
    for (const line of text.split('\n')) if (line.startsWith('data: {"run"')) kept.push(JSON.parse(line.slice(6)))
    return { ms: kept.length > 0 ? performance.now() - startedAt : Number.NaN, megabytes: text.length / 1e6 }
  }, RUN)

/** From the change of the address until the last event is shown and the run has ended. */
const open = (page: Page): Promise<number> =>
  page.evaluate(async (run) => {
    const startedAt = performance.now()
    location.hash = `run=${run}`
    const isThere = (): boolean => {
      const seq = /seq ([\d,]+) of ([\d,]+)/.exec(document.querySelector('footer')?.textContent ?? '')
      const isFailed = document.querySelector('[role=treeitem][aria-selected=true]') !== null
      return seq !== null && seq[1] === seq[2] && isFailed
    }
    while (!isThere()) await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  }, RUN)

const close = async (page: Page): Promise<void> => {
  await page.goto('about:blank')
}

interface Scrubbed {
  /** Milliseconds of a move's own work: script, style and layout. */
  readonly work: readonly number[]
  /** Milliseconds between frames while it moved in every one. */
  readonly frames: readonly number[]
}

/** Drags the scrubber along the whole run, then anywhere, a move in every frame. */
const scrub = (page: Page): Promise<Scrubbed> =>
  page.evaluate(async (moves) => {
    const slider = document.querySelector('[role=slider][aria-label="Instant shown"]')
    if (!(slider instanceof HTMLElement)) throw new Error('There is no scrubber')
    // A made-up pointer cannot be captured.
    slider.setPointerCapture = () => undefined
    slider.hasPointerCapture = () => true
    const { left, top, width } = slider.getBoundingClientRect()
    const send = (type: string, share: number): boolean =>
      slider.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + share * width, clientY: top + 5 }),
      )
    send('pointerdown', 0.5)
    const work: number[] = []
    const frames: number[] = []
    let last: number | undefined
    let random = 7
    for (let move = 0; move < moves; move++) {
      random = (random * 16_807) % 2_147_483_647
      const share = move < moves / 2 ? (2 * move) / moves : random / 2_147_483_647
      const frameAt = await new Promise<number>(requestAnimationFrame)
      if (last !== undefined) frames.push(frameAt - last)
      last = frameAt
      const startedAt = performance.now()
      send('pointermove', share)
      // React draws in a microtask; reading a size has the layout done.
      await Promise.resolve()
      await Promise.resolve()
      document.body.getBoundingClientRect()
      work.push(performance.now() - startedAt)
    }
    return { work, frames }
  }, MOVES)

type Movement = 'still' | 'steady' | 'far'

/** Milliseconds between frames while a list is scrolled in every one: by some lines, or to anywhere. */
const framesOf = (page: Page, count: number, movement: Movement = 'still'): Promise<readonly number[]> =>
  page.evaluate(
    async ([wanted, how]) => {
      const list = document.querySelector('[role=tree]')
      const frames: number[] = []
      let last: number | undefined
      for (let at = 0; at < wanted; at++) {
        const frameAt = await new Promise<number>(requestAnimationFrame)
        if (last !== undefined) frames.push(frameAt - last)
        last = frameAt
        if (list !== null && how === 'steady') list.scrollTop += 157
        if (list !== null && how === 'far') list.scrollTop = (((at * 7919) % wanted) / wanted) * list.scrollHeight
      }
      return frames
    },
    [count, movement] as const,
  )

const heapOf = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

const spread = (values: readonly number[]): string =>
  `${median(values).toFixed(1)} / ${percentile(values, 0.95).toFixed(1)} ms`

test('a run of 100,000 events is opened and scrubbed', async ({ page }) => {
  const workspace = await temporaryFolder('trace')
  await mkdir(join(workspace, 'ideas'), { recursive: true })
  await writeFile(join(workspace, 'ensemble.json'), JSON.stringify({ version: 1, name: 'trace' }))
  await writeFile(join(workspace, 'ideas/producer.json'), JSON.stringify(IDEA))
  const server = await startServer({ workspace })
  const run = makeRun(RUN, SEED, SHAPE)
  await importRun(server.url, run)
  const editor = new Editor(page)
  const opened: number[] = []
  const alone: number[] = []
  let megabytes = 0
  for (let round = 0; round < 5; round++) {
    await editor.openWorkspace(server.url)
    const read = await readAlone(page)
    alone.push(read.ms)
    megabytes = read.megabytes
    await close(page)
    await editor.openWorkspace(server.url)
    opened.push(await open(page))
    if (round < 4) await close(page)
  }
  const cdp = await page.context().newCDPSession(page)
  const heap = await heapOf(cdp)
  const still = await framesOf(page, MOVES)
  const rows: Measurement[] = []
  for (const tab of TABS) {
    await editor.showTab(tab)
    await page.waitForTimeout(300)
    const { work, frames } = await scrub(page)
    rows.push({
      what: `Scrub, ${tab}: work of a move, median / p95`,
      measured: `${spread(work)}; frames ${spread(frames)}`,
      target: 'p95 ≤ 16 ms',
      holds: percentile(work, 0.95) <= 16,
      how: `${MOVES / 2} moves along the whole run and ${MOVES / 2} to random places in it, one in every frame, with the graph, the ${tab} and the detail of the failed span on screen. Work is script, style and layout. Frames of the same page at rest: ${spread(still)}.`,
    })
    console.log(`  ${tab} work ${spread(work)} frames ${spread(frames)}`)
  }
  console.log(
    `  open ${opened.map(milliseconds).join()} alone ${alone.map(milliseconds).join()} heap ${heap.toFixed(0)} MB`,
  )
  await server.stop()
  await removeFolder(workspace)
  const scrolled = await scrollMillion(page)
  await writeReport(
    [
      {
        what: `Opening a run of ${run.events.toLocaleString('en')} events`,
        measured: `${milliseconds(median(opened))}, ${(median(opened) / median(alone)).toFixed(2)}x of ${milliseconds(median(alone))}`,
        target: '≤ 1000 ms',
        holds: median(opened) <= 1000,
        how: `From the change of the address until the last event is shown and the span that explains the failure is selected: the median of five, each in a fresh page. For comparison, the time in which the same page reads and parses the same ${megabytes.toFixed(0)} MB from the same server without using them.`,
      },
      ...rows,
      {
        what: 'Memory with that run open',
        measured: `${heap.toFixed(0)} MB`,
        target: '≤ 300 MB',
        holds: heap <= 300,
        how: "The page's JavaScript heap after a collection, with the timeline on screen; large values are fetched when a person opens them.",
      },
      scrolled,
    ],
    {
      file: 'benchmarks-trace.md',
      title: 'Benchmarks of the trace',
      intro:
        'Written by `npm run bench -- trace`: the real server and the page in a real browser. [Another page](benchmarks-stream.md) measures live events.',
    },
  )
})

/** Builds a page of nothing but the timeline's list over a million rows, and scrolls it. */
async function scrollMillion(page: Page): Promise<Measurement> {
  const folder = await temporaryFolder('rows')
  await new Promise<void>((resolve, reject) => {
    const config = join(ROOT, 'apps/web/bench/million-rows.vite.config.ts')
    const args = ['build', '--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
    const build = spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), ...args], { stdio: 'inherit' })
    build.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`vite ended with ${code}`))))
  })
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const files = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'font/woff2' }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const { port } = files.address() as AddressInfo // it listens on a port
  await page.goto(`http://127.0.0.1:${port}/million-rows.html`)
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  const still = await framesOf(page, 300)
  const steady = await framesOf(page, 300, 'steady')
  const far = await framesOf(page, 300, 'far')
  console.log(`  rows still ${spread(still)} steady ${spread(steady)} far ${spread(far)}`)
  files.close()
  await removeFolder(folder)
  const limit = Math.max(FRAME_MS, percentile(still, 0.95)) * 1.1
  return {
    what: 'Scrolling a million rows, frames, median / p95',
    measured: `steady ${spread(steady)}; to anywhere ${spread(far)}`,
    target: 'p95 of one frame',
    holds: percentile(steady, 0.95) <= limit && percentile(far, 0.95) <= limit,
    how: `The timeline's own list and lines over a million rows, built like the page: 300 frames of 157 pixels each, then 300 that jump to random places. The same page at rest: ${spread(still)}.`,
  }
}
