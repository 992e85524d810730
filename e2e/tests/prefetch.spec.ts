import { expect, test } from '../src/test.ts'

test.use({ savesData: false })

test('all code of the page is fetched while the browser is idle', async ({ editor, page, server }) => {
  const files = (await (await fetch(`${server.url}/files.json`)).json()) as readonly string[] // a list of addresses
  const wanted = files.filter((file) => !/\/ru-/.test(file))
  expect(wanted.some((file) => file.includes('monaco'))).toBe(true)
  expect(wanted.some((file) => file.includes('abcjs'))).toBe(true)
  await expect(editor.ideas().first()).toBeVisible()
  await expect
    .poll(
      () =>
        page.evaluate((all) => {
          const known = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
          return all.filter((file) => !known.has(`/${file}`))
        }, wanted),
      { timeout: 60_000 },
    )
    .toEqual([])
})
