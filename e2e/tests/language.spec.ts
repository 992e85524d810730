import { expect, test } from '../src/test.ts'

test.use({ locale: 'ru-RU' })

test('in a Russian browser the page is Russian, its keys work on a Russian keyboard, and Settings bring English back', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.getByRole('button', { name: 'Запустить', exact: true })).toBeVisible()

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
