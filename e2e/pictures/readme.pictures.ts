import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Frame, toGif } from '../src/animation.ts'
import { expect, test } from '../src/test.ts'

const MEDIA = join(import.meta.dirname, '..', '..', 'docs', 'media')
const LOOKED_AT = process.env['ENSEMBLE_PICTURES'] ?? join(tmpdir(), 'ensemble-pictures')
/** A person's pace, as in the product: the graph is seen coming alive. */
const AT_A_PERSONS_PACE = { env: { ENSEMBLE_SIMULATED_PACE: '1' } }

const FRAME_MS = 400
const LONGEST_MS = 40_000
const LAST_FRAME_MS = 2400

const TEXTS = join(import.meta.dirname, '../../apps/web/src/platform/i18n/en')

/** The names of buttons and tabs that are seen and that the catalogue has, for the check that the picture is of today's page. */
const textsOn = async (page: Page): Promise<readonly string[]> => {
  const files = await Promise.all((await readdir(TEXTS)).map((file) => readFile(join(TEXTS, file), 'utf8')))
  const catalogue = files.join('\n')
  const seen = await page.locator('button:visible, [role=tab]:visible').allInnerTexts()
  return [...new Set(seen.map((text) => text.trim()))]
    .filter((text) => text.length > 2 && catalogue.includes(`'${text}'`))
    .map((text) => `'${text}'`)
    .toSorted()
}

test.beforeAll(async () => {
  await mkdir(MEDIA, { recursive: true })
  await mkdir(LOOKED_AT, { recursive: true })
})

test.describe('the animation', () => {
  test.use({ serverOptions: AT_A_PERSONS_PACE, reducedMotion: 'no-preference' } as object)

  test('from Run to the song, and back by the scrubber', async ({ editor, page }) => {
    const frames: Frame[] = []
    const take = async (ms = FRAME_MS): Promise<void> => {
      frames.push({ png: await page.screenshot(), ms })
    }
    await take(900)
    await editor.startRun()
    const startedAt = performance.now()
    while (!(await editor.hasResult()) && performance.now() - startedAt < LONGEST_MS) {
      const frameAt = performance.now()
      await take()
      await page.waitForTimeout(Math.max(0, FRAME_MS - (performance.now() - frameAt)))
    }
    await editor.waitForResult()
    await take(LAST_FRAME_MS)
    for (const share of [0.8, 0.6, 0.45, 0.3, 0.6, 1]) {
      await editor.scrubTo(share)
      await take(600)
    }
    await take(LAST_FRAME_MS)
    await writeFile(join(MEDIA, 'run.gif'), toGif(frames))
  })
})

for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
  ] as const)
    test.describe(`${width}x${height} ${theme}`, () => {
      test.use({ viewport: { width, height }, colorScheme: theme })

      test('the window before, after and inside a run', async ({ editor, page }) => {
        const save = async (name: string): Promise<void> => {
          await page.screenshot({ path: join(LOOKED_AT, `${width}x${height}-${theme}-${name}.png`) })
        }
        await save('1-open')
        await editor.openRunDialog()
        await save('2-dialog')
        await editor.submitRunDialog()
        await editor.waitForResult()
        await save('3-result')
        await editor.selectSpan('writeMelody')
        await expect(editor.spanDetail()).toBeVisible()
        await save('4-call')
        await editor.showTab('Result')
        await expect(editor.score().locator('svg').first()).toBeVisible()
        await expect(editor.player()).toContainText(/\/ \d+:\d\d/)
        if (width === 1440 && theme === 'light') {
          await page.screenshot({ path: join(MEDIA, 'window.png') })
          const pictures = { 'window.png': await textsOn(page) }
          await writeFile(join(MEDIA, 'pictures.json'), `${JSON.stringify(pictures, null, 2)}\n`)
        }
        await editor.scrubTo(0.4)
        await save('5-back-in-time')
        await editor.selectIdea('Composer')
        await editor.showJson()
        await expect(editor.inspector().getByRole('textbox').first()).toBeVisible()
        await save('6-json')
        expect(await editor.ideaTitles()).toContain('Composer')
      })
    })
