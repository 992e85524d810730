import { expect, test } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postJson } from '../src/api.ts'
import { Editor } from '../src/editor.ts'
import { removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { followInBareList } from './bare-list.ts'
import { milliseconds, writeReport } from './report.ts'

const LINES = 50_000
const PER_SECOND = 10_000

/** An Activity that says ten thousand things a second, each a recorded event. */
const ACTIVITY = `
export async function talk(call, { log }) {
  const startedAt = Date.now()
  for (let said = 0; said < ${LINES}; ) {
    const due = Math.min(${LINES}, Math.floor(((Date.now() - startedAt) / 1000) * ${PER_SECOND}))
    for (; said < due; said++) log('line ' + said)
    await new Promise((done) => setTimeout(done, 10))
  }
  return { said: ${LINES} }
}
`
const IDEA = {
  title: 'Talker',
  context: [
    { type: 'text', text: 'Talk.' },
    { type: 'input', schema: { type: 'object', properties: { about: { type: 'string' } } }, input: { about: 'talk' } },
    {
      type: 'tool',
      tool: {
        talk: {
          type: 'object',
          description: 'Says what it knows about something. Use this to talk.',
          properties: { about: { type: 'string', description: 'What about.' } },
          _output: { type: 'object', properties: { said: { type: 'integer' } }, required: ['said'] },
        },
      },
    },
  ],
  schema: { type: 'object', properties: { said: { type: 'integer' } }, required: ['said'] },
}

test('ten thousand events a second reach the page', async ({ page }) => {
  const workspace = await temporaryFolder('stream')
  await mkdir(join(workspace, 'ideas'), { recursive: true })
  await mkdir(join(workspace, 'activities'))
  await writeFile(join(workspace, 'ensemble.json'), JSON.stringify({ version: 1, name: 'stream' }))
  await writeFile(join(workspace, 'ideas/talker.json'), JSON.stringify(IDEA))
  await writeFile(join(workspace, 'activities/talk.ts'), ACTIVITY)
  const server = await startServer({ workspace })
  const editor = new Editor(page)
  await editor.openWorkspace(server.url)
  const framesIn = (ms: number): Promise<number> =>
    page.evaluate(
      (duration) =>
        new Promise<number>((done) => {
          const startedAt = performance.now()
          let frames = 0
          const frame = (): void => {
            frames++
            if (performance.now() - startedAt < duration) requestAnimationFrame(frame)
            else done(frames)
          }
          requestAnimationFrame(frame)
        }),
      ms,
    )
  const { id: bareRun } = await postJson<{ id: string }>(`${server.url}/api/runs`, { idea: 'talker' })
  const bare = await followInBareList(page, bareRun)
  await editor.openWorkspace(server.url)
  const still = (await framesIn(3000)) / 3
  const startedAt = performance.now()
  await editor.startRun()
  await page.waitForTimeout(1000)
  const live = (await framesIn(3000)) / 3
  await expect(page.getByText(/^seq ([\d,]+) of \1$/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('done', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  const took = performance.now() - startedAt
  const shown = /of ([\d,]+)/
    .exec((await page.getByText(/^seq [\d,]+ of/).textContent()) ?? '')?.[1]
    ?.replaceAll(',', '')
  const runs = (await (await fetch(`${server.url}/api/runs`)).json()) as {
    items: readonly { readonly head: { readonly seq: number } }[]
  }
  const recorded = runs.items[0]?.head.seq
  console.log(
    `  frames ${live.toFixed(1)}/s live, ${bare.frames.toFixed(1)}/s in a bare list, ${still.toFixed(1)}/s still; ${shown} of ${recorded} events in ${took.toFixed(0)} ms`,
  )
  await writeReport(
    [
      {
        what: 'Frames while 10,000 events a second arrive',
        measured: `${live.toFixed(1)} a second, ${(live / bare.frames).toFixed(2)}x of ${bare.frames.toFixed(1)} in a bare virtual list`,
        target: '≥ 0.85x',
        holds: live >= 0.85 * bare.frames,
        how: `An Activity logs ${LINES.toLocaleString('en')} lines at ${PER_SECOND.toLocaleString('en')} a second, each a recorded event; frames are counted in the page for three seconds of it, with the graph and the timeline open. For comparison, in the same run of the benchmark, the same stream of another such run in a page that only has a virtual list of plain elements and draws its last lines in every frame (\`e2e/bench/bare-list.ts\`; it holds ${bare.events.toLocaleString('en')} events). The page at rest: ${still.toFixed(1)}.`,
      },
      {
        what: 'Events shown of those recorded',
        measured: `${shown} of ${recorded}`,
        target: 'all',
        holds: Number(shown) === recorded,
        how: `The page's head of the Journal when the run has ended, compared with the server's. Time since the click on Run: ${milliseconds(took)}.`,
      },
    ],
    {
      file: 'benchmarks-stream.md',
      title: 'Benchmarks of the stream',
      intro: 'Written by `npm run bench -- stream`: the real server and the page in a real browser.',
    },
  )
  await server.stop()
  await removeFolder(workspace)
})
