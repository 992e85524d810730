import type { Request } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Artifact, RunView } from '../src/api.ts'
import { getJson, postJson } from '../src/api.ts'
import { copyOfMusic, launch, removeFolder, startServer } from '../src/server.ts'
import { expect, test } from '../src/test.ts'
import { timeToFirstEvent } from '../src/first-event.ts'
import { type Measurement, kibibytes, median, milliseconds, writeReport } from './report.ts'

const STARTS = 7
const RUNS = 7
const BRIEF = { brief: 'a sad ballad about the sea, with waves' }
/** The unit of the kernel's clock for processor time. */
const TICKS_PER_SECOND = 100

const measurements: Measurement[] = []

test.describe.configure({ mode: 'serial' })
test.afterAll(() => writeReport(measurements))

async function listeningTime(script: string, args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const started = await launch(script, args, {})
  const took = performance.now() - startedAt
  expect(started.url, started.output()).toBeDefined()
  await started.stop()
  return took
}

test('listening, against a bare hono server', async () => {
  const workspace = await copyOfMusic()
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    bare.push(await listeningTime('apps/server/bench/bare-hono.mjs', []))
    ours.push(await listeningTime('apps/server/bin/ensemble.mjs', ['serve', '--workspace', workspace, '--port', '0']))
  }
  await removeFolder(dirname(workspace))
  const ratio = median(ours) / median(bare)
  measurements.push({
    what: 'Listening',
    measured: `${milliseconds(median(ours))}, ${ratio.toFixed(2)}x of ${milliseconds(median(bare))}`,
    target: '≤ 3x a bare hono server',
    holds: ratio <= 3,
    how: `From starting the process to the line \`listening on\`, for \`ensemble serve\` on the music workspace and for a server with one route and the same framework (\`apps/server/bench/bare-hono.mjs\`). ${STARTS} starts of each, in turns; medians.`,
  })
})

test('the JavaScript of a cold load', async ({ page, server, editor }) => {
  await editor.page.goto('about:blank')
  const scripts = new Map<string, Promise<number>>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.set(request.url(), compressedSize(request))
  })
  await page.addInitScript(markFirstGraph)
  await editor.openWorkspace(server.url)
  const asked = await page.evaluate(scriptsBeforeGraph)
  const sizes = await Promise.all(asked.flatMap((url) => scripts.get(url) ?? []))
  expect(sizes.length).toBeGreaterThan(0)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  measurements.push({
    what: 'Initial JavaScript',
    measured: `${kibibytes(bytes)} gzip in ${sizes.length} files`,
    target: '≤ 190 KiB gzip',
    holds: bytes <= 190 * 1024,
    how: 'Every script that a cold load of `/` requests before it draws the first node, workers excluded, each compressed with gzip -9. The build fails above the target.',
  })
})

test('the first event on screen after Run', async ({ editor }) => {
  const times: number[] = []
  for (let round = 0; round < RUNS; round += 1) {
    times.push(await timeToFirstEvent(editor))
    await editor.waitForResult()
  }
  const ms = median(times)
  measurements.push({
    what: 'First event on screen',
    measured: milliseconds(ms),
    target: '≤ 100 ms after Run',
    holds: ms <= 100,
    how: `In the page: from the click on Run in the dialog to the first frame after the timeline shows a span of the new Run. The median of ${RUNS} runs of the music workspace's prefilled brief, the first one included.`,
  })
})

/** In the page: marks the frame in which the first node is drawn. */
function markFirstGraph(): void {
  const look = (): void => {
    if (document.querySelector('.react-flow__node') === null) requestAnimationFrame(look)
    else performance.mark('first graph')
  }
  look()
}

/** In the page: the addresses of the scripts that were asked for before that frame. */
const scriptsBeforeGraph = (): readonly string[] => {
  const at = performance.getEntriesByName('first graph')[0]?.startTime ?? Infinity
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime < at && new URL(name).pathname.endsWith('.js'))
    .map(({ name }) => name)
}

async function compressedSize(request: Request): Promise<number> {
  const response = await request.response()
  return response === null ? 0 : gzipSync(await response.body(), { level: 9 }).length
}

/** Seconds of processor time that a process and its threads have used. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The length of a PCM WAV file, from its header. */
function wavSeconds(wav: Buffer): number {
  const dataAt = wav.indexOf('data')
  return wav.readUInt32LE(dataAt + 4) / wav.readUInt32LE(28)
}

test('the processor time of a song', async () => {
  test.skip(process.platform !== 'linux', 'processor time of another process is read from /proc')
  const server = await startServer()
  const before = await processorSeconds(server.pid)
  const { id } = await postJson<{ id: string }>(`${server.url}/api/runs`, { idea: 'producer', input: BRIEF })
  const slowest = await slowestAnswerUntilEnd(server.url, id)
  const used = (await processorSeconds(server.pid)) - before
  const artifacts = await getJson<readonly Artifact[]>(`${server.url}/api/runs/${id}/artifacts`)
  const waves = artifacts.filter(({ type }) => type === 'audio/wav')
  const lengths = await Promise.all(
    waves.map(async ({ $artifact }) => {
      const answer = await fetch(`${server.url}/api/runs/${id}/artifacts/${$artifact}`)
      return wavSeconds(Buffer.from(await answer.arrayBuffer()))
    }),
  )
  const song = Math.max(...lengths)
  await server.stop()
  await removeFolder(dirname(server.workspace))
  measurements.push(
    {
      what: 'Processor time of a song',
      measured: `${used.toFixed(1)} s for ${song.toFixed(0)} s of song, ${(used / song).toFixed(2)}x`,
      target: "≤ 0.5x the song's length",
      holds: used <= song / 2,
      how: `Processor time of the server's process and its threads, from the start of a run of "${BRIEF.brief}" to its end: every audio Activity and everything else the run needs, so it is an upper bound.`,
    },
    {
      what: 'Slowest answer meanwhile',
      measured: milliseconds(slowest),
      target: 'the server stays responsive',
      holds: slowest <= 250,
      how: 'The slowest answer to `GET /api/health`, requested every 20 ms while that song is rendered.',
    },
  )
})

async function slowestAnswerUntilEnd(url: string, id: string): Promise<number> {
  let slowest = 0
  for (;;) {
    const askedAt = performance.now()
    await getJson(`${url}/api/health`)
    slowest = Math.max(slowest, performance.now() - askedAt)
    const run = await getJson<RunView>(`${url}/api/runs/${id}`)
    if (run.status === 'completed') return slowest
    if (run.status !== 'running' && run.status !== 'queued') throw new Error(`The run is ${run.status}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
