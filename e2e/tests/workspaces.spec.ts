import { access, mkdir, readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { violations } from '../src/accessibility.ts'
import { removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

/** A workspace of one Idea, in its own folder. */
async function makeWorkspace(above: string, name: string, title: string): Promise<string> {
  const root = join(above, name)
  await mkdir(join(root, 'ideas'), { recursive: true })
  await writeFile(join(root, 'ensemble.json'), JSON.stringify({ version: 1, name }))
  await writeFile(join(root, 'ideas', 'one.json'), JSON.stringify({ title, context: [{ type: 'text', text: title }] }))
  return root
}

const switcher = (page: Page): Locator => page.getByRole('dialog', { name: 'Workspaces' })

async function openSwitcher(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `The workspace ${name}` }).click()
  await expect(switcher(page).getByRole('link').first()).toBeVisible()
  // The buttons below move down once the templates are there.
  await expect(switcher(page).getByText(/^See all/)).toBeVisible()
  return switcher(page)
}

async function openFolder(page: Page, current: string, folder: string): Promise<void> {
  const menu = await openSwitcher(page, current)
  await menu.getByRole('button', { name: 'Open folder…' }).click()
  await menu.getByRole('textbox', { name: 'Path of the folder' }).fill(folder)
  await page.keyboard.press('Enter')
}

test('two more workspaces open on the same address; the switcher, Back and the palette lead between them', async ({
  editor,
  page,
  server,
}) => {
  const above = await realpath(await temporaryFolder('workspaces'))
  await makeWorkspace(above, 'red', 'Red Idea')
  await makeWorkspace(above, 'blue', 'Blue Idea')

  await openFolder(page, 'music', join(above, 'red'))
  await page.waitForURL(`${server.url}/w/red/`)
  await expect.poll(() => editor.ideaTitles()).toEqual(['Red Idea'])
  await openFolder(page, 'red', join(above, 'blue'))
  await page.waitForURL(`${server.url}/w/blue/`)
  await expect.poll(() => editor.ideaTitles()).toEqual(['Blue Idea'])

  // The theme and the panels are those of the person, not of a workspace.
  await page.getByRole('button', { name: 'Explorer' }).first().click()
  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  await expect(explorer).toHaveCount(0)
  const menu = await openSwitcher(page, 'blue')
  await expect(menu.getByRole('link')).toContainText(['blue', 'red', 'music'])
  expect(await violations(page)).toEqual([])
  await menu.getByRole('link', { name: /^red/ }).click()
  await page.waitForURL(`${server.url}/w/red/`)
  await expect.poll(() => editor.ideaTitles()).toEqual(['Red Idea'])
  await expect(explorer).toHaveCount(0)
  await page.goBack()
  await page.waitForURL(`${server.url}/w/blue/`)
  await expect.poll(() => editor.ideaTitles()).toEqual(['Blue Idea'])

  await editor.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('open workspace mus')
  const option = page.getByRole('option', { name: /Open workspace music/ })
  // Its graph in miniature: a box for each Idea.
  await expect(option.locator('svg rect')).toHaveCount(3)
  await option.click()
  await page.waitForURL(`${server.url}/w/music/`)
  await expect.poll(() => editor.ideaTitles()).toContain('Producer')
  await removeFolder(above)
})

/** The paths that a page asks for outside `path`, as they come. */
function pathsOutside(page: Page, path: string): readonly string[] {
  const outside: string[] = []
  page.context().on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol === 'http:' && !url.pathname.startsWith(path)) outside.push(url.pathname)
  })
  return outside
}

test.describe('below a base path', () => {
  const bin = join(import.meta.dirname, '..', 'fixtures', 'bin')
  test.use({
    // With a desktop, whose file manager is the test's own.
    serverOptions: {
      env: { ENSEMBLE_BASE_PATH: '/tools', CI: '', DISPLAY: ':0', PATH: [bin, process.env['PATH']].join(delimiter) },
    },
  })

  test('an edit of one workspace is in its own folder, and its deep link leads there again', async ({
    editor,
    page,
    server,
  }) => {
    const outside = pathsOutside(page, '/tools/')
    const above = await realpath(await temporaryFolder('workspaces'))
    const root = await makeWorkspace(above, 'red', 'Red Idea')
    await openFolder(page, 'music', root)
    await page.waitForURL(`${server.url}/w/red/`)
    await expect.poll(() => editor.ideaTitles()).toEqual(['Red Idea'])
    await editor.press('n')
    await editor.addByName('Helper')
    await expect.poll(() => readdir(join(root, 'ideas'))).toEqual(['helper.json', 'one.json'])
    const link = `${server.url}/w/red/#/runs`
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Runs', level: 2 })).toBeVisible()
    expect(outside).toEqual([])
    await removeFolder(above)
  })

  test('a workspace is renamed, shown in the file manager, copied, and taken off the list with its files kept', async ({
    editor,
    page,
    server,
  }) => {
    const outside = pathsOutside(page, '/tools/')
    const above = await realpath(await temporaryFolder('workspaces'))
    const root = await makeWorkspace(above, 'red', 'Red Idea')
    await openFolder(page, 'music', root)
    await page.waitForURL(`${server.url}/w/red/`)
    await expect.poll(() => editor.ideaTitles()).toEqual(['Red Idea'])

    let menu = await openSwitcher(page, 'red')
    await menu.getByRole('button', { name: 'More about red' }).click()
    await expect(menu).toContainText(root)
    // On other systems their own file manager would open.
    if (process.platform === 'linux') {
      await menu.getByRole('button', { name: 'Show in file manager' }).click()
      await expect.poll(() => readFile(join(above, 'revealed'), 'utf8').catch(() => '')).toBe(root)
    }
    await menu.getByRole('button', { name: 'Rename' }).click()
    await expect(menu).toContainText('The folder keeps its name.')
    await page.keyboard.press('Escape')
    await menu.getByRole('button', { name: 'Rename' }).click()
    await menu.getByRole('textbox', { name: 'New name of red' }).fill('crimson')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.url}/w/crimson/`)
    await expect(editor.breadcrumb('crimson')).toBeVisible()

    menu = await openSwitcher(page, 'crimson')
    await menu.getByRole('button', { name: 'More about crimson' }).click()
    await menu.getByRole('button', { name: 'Copy folder' }).click()
    await expect(menu.getByRole('status').filter({ hasText: 'Copied to' })).toContainText(`${root}-2`)
    await expect(menu.getByRole('link', { name: /^crimson-2/ })).toBeVisible()
    expect(await violations(page)).toEqual([])

    await menu.getByRole('button', { name: 'More about crimson-2' }).click()
    const row = (name: string) => menu.getByRole('listitem').filter({ hasText: new RegExp(`^${name}\\d`) })
    await row('crimson-2').getByRole('button', { name: 'Remove from list' }).click()
    await expect(menu.getByRole('status').filter({ hasText: 'off your list' })).toContainText(`${root}-2`)
    await expect(menu.getByRole('link', { name: /^crimson-2/ })).toHaveCount(0)
    await menu.getByRole('button', { name: 'Put back' }).click()
    await expect(menu.getByRole('link', { name: /^crimson-2/ })).toBeVisible()

    // Its own page leaves for the workspace that the server was started with.
    await row('crimson').getByRole('button', { name: 'Remove from list' }).click()
    await page.waitForURL(`${server.url}/`)
    await expect.poll(() => editor.ideaTitles()).toContain('Producer')
    await access(join(root, 'ideas', 'one.json'))
    expect(outside).toEqual([])
    await removeFolder(above)
  })
})

test('an address that does not open says why, and opens once the reason is gone', async ({ editor, page, server }) => {
  const above = await realpath(await temporaryFolder('workspaces'))
  const [red, blue] = [await makeWorkspace(above, 'red', 'Red Idea'), await makeWorkspace(above, 'blue', 'Blue Idea')]
  const add = (folder: string): Promise<Response> =>
    fetch(`${server.url}/api/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ folder }),
    })
  await add(red)
  await add(blue)
  await page.goto(`${server.url}/w/nowhere/`)
  await expect(page.getByRole('alert')).toContainText('no workspace called "nowhere"')
  await rename(red, `${red}-moved`)
  await page.goto(`${server.url}/w/red/`)
  await expect(page.getByRole('alert')).toContainText(`The folder ${red} is gone`)
  await rename(`${red}-moved`, red)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => editor.ideaTitles()).toEqual(['Red Idea'])

  const other = await startServer({ workspace: blue })
  await page.goto(`${server.url}/w/blue/`)
  await expect(page.getByRole('alert')).toContainText('Another Ensemble process has "blue" open')
  await expect(page.getByRole('link', { name: `Open it at ${other.url}` })).toBeVisible()
  await other.stop()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => editor.ideaTitles()).toEqual(['Blue Idea'])
  await rm(above, { recursive: true, force: true })
})
