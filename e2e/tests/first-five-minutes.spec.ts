import { canvasRests } from '../src/in-page.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('the music workspace is open, laid out and legible', async ({ editor, page }) => {
  await expect
    .poll(async () => [...(await editor.ideaTitles())].toSorted())
    .toEqual(['Composer', 'Producer', 'Sound-Designer'])
  for (const title of ['Producer', 'Composer', 'Sound-Designer'])
    await expect(editor.idea(title)).toBeInViewport({ ratio: 0.99 })
  await canvasRests(page)
  const boxes = await editor.nodeBoxes()
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true)
  await expect(page.getByRole('contentinfo')).toContainText('saved')
  await expect(page.getByRole('contentinfo')).not.toContainText(/error|warning/)
})

test('Run with the prefilled brief gives a song that plays, with waveform, score and a page', async ({
  editor,
  page,
}) => {
  const dialog = await editor.openRunDialog()
  await expect(dialog.getByRole('textbox', { name: /Brief/ })).toHaveValue('a sad ballad about the sea, with waves')
  await editor.submitRunDialog()
  await editor.waitForResult()
  await expect(editor.score().locator('svg').first()).toBeVisible()
  await editor
    .player()
    .getByRole('button', { name: /^Play / })
    .click()
  await expect(editor.player().getByRole('button', { name: /^Pause / })).toBeVisible()
  // The song's page opens over the window, plays on one key, and its words can be clicked to hear.
  await page.getByRole('button', { name: 'Open large' }).click()
  const song = page.frameLocator('iframe[title="song.html"]')
  await expect(song.locator('#paper svg')).toBeVisible()
  await expect(page.locator('iframe')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(song.getByRole('button', { name: 'Pause' })).toBeVisible()
  // The song plays on: what is marked is read as soon as the audio is there.
  const marked = await song
    .locator('.cell', { hasText: 'sea' })
    .first()
    .evaluate(async (cell: HTMLElement) => {
      const arrived = new Promise((resolve) =>
        cell.ownerDocument.querySelector('audio')?.addEventListener('seeked', resolve, { once: true }),
      )
      cell.click()
      await arrived
      return cell.ownerDocument.querySelector('.cell.now')?.textContent
    })
  expect(marked).toContain('sea')
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Share' })).toHaveAttribute('download', 'song.html')
  // The frame has the keys, and gives Escape back.
  await page.keyboard.press('Escape')
  await expect(page.locator('iframe')).toBeHidden()
})

test.describe('without a wish to save data', () => {
  test.use({ savesData: false })

  test('a song opens large when its Run completes, plays on one key, and its structure can be clicked', async ({
    editor,
    page,
  }) => {
    await editor.startRun(SHORT_SONG)
    const song = page.frameLocator('iframe[title="song.html"]')
    await expect(song.locator('#paper svg')).toBeVisible()
    await expect(page.locator('iframe')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(song.getByRole('button', { name: 'Pause' })).toBeVisible()
    await song.getByRole('navigation', { name: 'Sections' }).getByRole('button').last().click()
    await expect(song.locator('.form .now')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('iframe')).toBeHidden()
    // Closed once, it stays closed.
    await expect(page.getByRole('button', { name: 'Open large' })).toBeVisible()
  })
})

test('an empty brief is asked for at its field, by the name the form gives it', async ({ editor }) => {
  const dialog = await editor.openRunDialog()
  const brief = dialog.getByRole('textbox', { name: 'Brief' })
  await brief.fill('')
  await dialog.getByRole('textbox', { name: /Seed/ }).focus()
  await dialog.getByRole('button', { name: 'Run' }).click()
  await expect(brief).toBeFocused()
  await expect(brief).toHaveAttribute('aria-invalid', 'true')
  await expect(brief).toHaveAccessibleDescription('Brief is required')
  await brief.fill('a sad ballad about the sea')
  await expect(brief).not.toHaveAttribute('aria-invalid')
})

test.describe('at the pace of a person', () => {
  test.use({ serverOptions: { env: { ENSEMBLE_SIMULATED_PACE: '1' } } })

  test('the graph comes alive: two modules work at once, the timeline grows; a reload loses sight of nothing', async ({
    editor,
    page,
  }) => {
    await editor.startRun()
    await expect(editor.idea('Producer')).toContainText('turn 1')
    const lines = page.getByRole('treeitem')
    const atFirst = await lines.count()
    await expect(async () => {
      const [composer, designer] = await Promise.all([
        editor.idea('Composer').innerText(),
        editor.idea('Sound-Designer').innerText(),
      ])
      expect(composer).toMatch(/turn \d/)
      expect(designer).toMatch(/turn \d/)
    }).toPass({ timeout: 90_000, intervals: [50] })
    await expect.poll(() => lines.count()).toBeGreaterThan(atFirst)
    await page.reload()
    await editor.waitForResult()
  })
})

test('a finished run goes back in time and to its end, tells all of a Call, and replays identically from its record', async ({
  editor,
  page,
}) => {
  await editor.startRun()
  await editor.waitForResult()
  await expect(editor.idea('Composer').getByLabel('done').first()).toBeVisible()
  const state = await editor.showTab('State')
  await expect(state).toContainText('ambience')
  await editor.scrubTo(0)
  await expect(state).not.toContainText('ambience')
  await expect(editor.idea('Composer').getByLabel('done')).toHaveCount(0)
  await editor.showTab('Result')
  await expect(page.getByText('At this instant the run has no result yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the end' }).click()
  await expect(editor.result()).toBeVisible()
  // A value of the result leads back to what it was made from.
  await page
    .getByRole('button', { name: /^Where seconds came from/ })
    .first()
    .click()
  const origin = page.getByRole('region', { name: 'Where seconds came from' })
  await expect(origin.getByRole('button', { name: /mixSong|mixdown/ }).first()).toBeVisible()
  await origin.getByRole('button', { name: 'Close the origin' }).click()
  await expect(origin).toBeHidden()
  await expect(editor.idea('Composer').getByLabel('done').first()).toBeVisible()

  // A Call: what the model saw and wrote, what was checked, what passed the wall and what came back.
  await editor.selectSpan('composeSong')
  const detail = editor.spanDetail()
  for (const section of ['Input', 'Model saw', 'Model wrote', 'Checks', 'Imports', 'Result'])
    await expect(detail.getByRole('button', { name: section, exact: true })).toBeVisible()
  const checks = detail.getByRole('button', { name: 'Checks', exact: true })
  if ((await checks.getAttribute('aria-expanded')) === 'false') await checks.click()
  await expect(detail).toContainText('The call passed every check.')
  await editor.selectSpan('renderAmbience')
  await expect(detail).toContainText('by the Activity renderAmbience')

  await page.getByRole('button', { name: 'Replay check' }).click()
  await expect(
    page.getByText(/\d+ events replayed: \d+ answers from the record, 0 model requests, identical/),
  ).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('replays identically')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Summary for a ticket (Markdown)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^run-.+\.md$/)
})

test('Simulate asks the simulated model and says so', async ({ editor, page }) => {
  await expect(editor.idea('Producer')).toBeVisible()
  // Without a real model Run does the same.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Simulate/ })).toHaveCount(0)
  const dialog = await editor.openSimulateDialog()
  await expect(dialog).toContainText('in place of a language model')
  await dialog.getByRole('textbox', { name: /Brief/ }).fill(SHORT_SONG)
  await editor.submitRunDialog()
  await editor.waitForResult()
})
