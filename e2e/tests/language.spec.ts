import { boxOf } from '../src/gestures.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { expect, test } from '../src/test.ts'

test.use({ locale: 'ru-RU' })

test('in a Russian browser the page and what its server refuses are Russian, its keys work on a Russian keyboard, and Settings bring English back', async ({
  page,
  server,
  silence,
}) => {
  silence.expectNoise(/404/)
  await page.goto(server.url)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.getByRole('button', { name: 'Запустить', exact: true })).toBeVisible()

  await page.goto(`${server.url}/#run=nowhere`)
  await expect(page.getByText('Запуска nowhere нет.').first()).toBeVisible()

  // The key that types "л" on a Russian keyboard is K.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  )
  const palette = page.getByRole('dialog')
  await expect(palette).toBeVisible()
  await page.keyboard.type('настройки')
  await page.keyboard.press('Enter')

  const settings = page.getByRole('region', { name: 'Настройки', exact: true })
  await expect(settings).toBeVisible()
  await settings.getByLabel('Язык', { exact: true }).selectOption('English')
  await expect(page.getByRole('region', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  // A page that outlives its server would complain about it.
  await page.close()
})

test('at any width of the dock its tabs stay uncovered, though Russian words are long', async ({ page, server }) => {
  await importRun(server.url, makeRun('open', 1))
  await page.goto(`${server.url}/#run=open`)
  const dock = page.getByRole('region', { name: 'Трасса открытого запуска' })
  const menu = dock.getByRole('button', { name: 'Другие действия с запуском' })
  for (const width of [1024, 1120, 1152, 1300, 1440, 1520, 1600, 1700, 1800, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    // The measurements of the last width do not hold for this one.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect
      .poll(async () => {
        const tabs = await boxOf(dock.getByRole('tablist').last())
        const beside = await dock
          .locator('[class*="header"] > *')
          .evaluateAll((all) =>
            all.map((one) => one.getBoundingClientRect()).flatMap((box) => (box.width > 0 ? [box.left] : [])),
          )
        return Math.min(...beside) - (tabs.x + tabs.width)
      }, `at ${width}`)
      .toBeGreaterThanOrEqual(0)
  }
  await expect(menu).toBeVisible()
  await page.close()
})
