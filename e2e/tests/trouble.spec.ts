import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../src/accessibility.ts'
import { Editor } from '../src/editor.ts'
import { boxOf } from '../src/gestures.ts'
import { isThere, readText, writeText } from '../src/files.ts'
import { startServer } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

test('an Idea file broken by another program is named, and everything else continues', async ({
  editor,
  page,
  server,
}) => {
  await writeText(server.workspace, 'ideas/composer.json', '{ "context": [ }')
  const problems = await editor.showTab('Problems')
  await expect(problems).toContainText('composer')
  await expect(page.getByRole('contentinfo')).toContainText(/\d error/)
  await expect(editor.idea('Producer')).toBeVisible()
})

test('what another program writes, changes and deletes while the page opens is seen, though no event told of it', async ({
  page,
  server,
}) => {
  let connect = (): void => undefined
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.route('**/api/events*', async (route) => {
    await connected
    await route.continue()
  })
  const editor = new Editor(page)
  await editor.openWorkspace(server.url)
  const composer = await readText(server.workspace, 'ideas/composer.json')
  await writeText(server.workspace, 'ideas/arranger.json', '{ "title": "Arranger", "context": [] }')
  await writeText(server.workspace, 'ideas/composer.json', composer.replace('"Composer"', '"Songwriter"'))
  await rm(join(server.workspace, 'ideas/sound-designer.json'))
  await expect
    .poll(async () => await (await fetch(`${server.url}/api/ideas`)).text())
    .toMatch(/^(?!.*sound-designer").*Arranger.*Songwriter/su)
  connect()
  await expect(editor.idea('Songwriter')).toBeVisible()
  await expect(editor.idea('Arranger')).toBeVisible()
  await expect(editor.idea('Sound-Designer')).toBeHidden()
  await page.close()
})

test('an Idea deleted while the page looks for what it missed is not asked for again', async ({ page, server }) => {
  let [listed, deleted] = [(): void => undefined, (): void => undefined]
  const isListed = new Promise<void>((resolve) => void (listed = resolve))
  const isDeleted = new Promise<void>((resolve) => void (deleted = resolve))
  await page.route(/\/api\/ideas\?problems=none$/, async (route) => {
    const response = await route.fetch()
    listed()
    await isDeleted
    await route.fulfill({ response })
  })
  const editor = new Editor(page)
  await editor.openWorkspace(server.url)
  await isListed
  await editor.deleteIdea('Sound-Designer')
  await editor.waitUntilSaved()
  const answered = page.waitForResponse(/\/api\/ideas\?problems=none$/)
  deleted()
  await answered
  await editor.undo()
  await expect(editor.idea('Sound-Designer')).toBeVisible()
  await editor.waitUntilSaved()
  await page.close()
})

test('of a thousand problems those in sight are in the page, and the last one is reached', async ({
  editor,
  server,
}) => {
  const tools = Array.from({ length: 1000 }, (_, at) => [`think${at}`, { type: 'object' }])
  const idea = { context: [{ type: 'tool', tool: Object.fromEntries(tools) }] }
  await writeText(server.workspace, 'ideas/vague.json', JSON.stringify(idea))
  const problems = await editor.showTab('Problems')
  const rows = problems.getByRole('listitem')
  await expect(rows.filter({ hasText: 'think0' }).first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  const all = async (): Promise<number> => Number(await rows.first().getAttribute('aria-setsize'))
  await expect.poll(all).toBeGreaterThanOrEqual(1000)
  await rows.first().getByRole('button').first().focus()
  // Schemas are judged one after the other: the list may still grow.
  await expect(async () => {
    await editor.press('End')
    await expect(rows.last()).toHaveAttribute('aria-posinset', String(await all()), { timeout: 2000 })
  }).toPass()
})

test('however long names and options are, the run dialog shows every field whole', async ({ editor, page, server }) => {
  const name = `Long${'Name'.repeat(15)}`
  const kinds = [
    'short',
    'a value that is longer than any dialog is wide, and continues and continues for no reason at all',
  ]
  const schema = { type: 'object', properties: { question: { type: 'string' }, kind: { enum: kinds } } }
  const tool = { think: { type: 'object', description: 'Thinks', _module: 'idea://nobody' } }
  const context = [
    { type: 'input', schema },
    { type: 'tool', tool },
  ]
  await writeText(server.workspace, `ideas/${name}.json`, JSON.stringify({ context }))
  await editor.goToIdea(name)
  const dialog = await editor.openRunDialog()
  const fields = dialog.locator('textarea, select, p, button')
  await expect(dialog.getByText('has errors, so no run can start')).toBeVisible()
  const { x, width } = await boxOf(dialog)
  for (const field of await fields.all()) {
    const box = await boxOf(field)
    expect(box.x + box.width).toBeLessThanOrEqual(x + width)
  }
  await page.close()
})

test('an unknown module is drawn as missing, and named as a problem', async ({ editor, page, server }) => {
  const producer = await readText(server.workspace, 'ideas/producer.json')
  await writeText(server.workspace, 'ideas/producer.json', producer.replace('idea://composer', 'idea://arranger'))
  const problems = await editor.showTab('Problems')
  await expect(problems).toContainText('arranger')
  await expect(page.getByText('arranger').first()).toBeVisible()
  await problems.getByRole('button', { name: 'What module.unresolved means and what to do' }).click()
  const code = page.getByRole('dialog', { name: 'module.unresolved' })
  await expect(code).toContainText('What to do')
  expect(await violations(page)).toEqual([])
})

test('an Idea with an error does not run, and the dialog says why', async ({ editor, page, server, silence }) => {
  silence.expectNoise(/status of 422/)
  const producer = await readText(server.workspace, 'ideas/producer.json')
  await writeText(server.workspace, 'ideas/producer.json', producer.replace('idea://composer', 'idea://arranger'))
  await expect(page.getByRole('contentinfo')).toContainText(/\d error/)
  await editor.goToIdea('Producer')
  await editor.openRunDialog()
  await editor.runDialog().getByRole('button', { name: /^Run/ }).click()
  await expect(editor.runDialog().getByRole('alert')).toContainText(/arranger|error/)
})

test.describe('with a model endpoint that is away', () => {
  test.use({
    serverOptions: { env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', ENSEMBLE_MODEL: 'scripted' } },
  })

  test('the run fails with a sentence that names what to check', async ({ editor }) => {
    await editor.startRun()
    const result = await editor.showTab('Result')
    await expect(result).toContainText('did not answer', { timeout: 60_000 })
  })
})

test('while the server is away the page says so, keeps the edits, and saves them when it is back', async ({
  editor,
  page,
  server,
  silence,
}) => {
  // The browser itself reports what it could not reach, and the one answer before the page renews its cookie.
  silence.expectNoise(
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 401/,
  )
  await editor.selectTool('Producer', 'composeSong')
  await editor.showForm()
  const description = editor.inspector().getByRole('textbox', { name: 'Description', exact: true })
  await expect(description).toBeVisible()
  await server.kill()
  await description.fill('Written while no page listened.')
  await description.blur()
  await expect(page.getByText(/server is away/i).first()).toBeVisible()
  // Another build of the page, as after an update.
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch().catch(() => undefined)
    if (response === undefined) return route.abort('connectionrefused')
    await route.fulfill({ response, json: { ...(await response.json()), build: 'another' } })
  })
  const again = await startServer({ workspace: server.workspace, port: Number(new URL(server.url).port) })
  await expect
    .poll(() => readText(server.workspace, 'ideas/producer.json'), { timeout: 60_000 })
    .toContain('Written while no page listened.')
  await expect(description).toHaveValue('Written while no page listened.')
  await expect(page.getByText('Ensemble was updated.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.close()
  await again.stop()
})

test('a file dropped on the page is named by its kind, and never opened in its place', async ({ editor, page }) => {
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['MZ\0'], 'setup.exe'))
    return transfer
  })
  // The listening code loads once the graph is drawn.
  await expect(async () => {
    await editor.idea('Producer').dispatchEvent('drop', { dataTransfer: files })
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('setup.exe was not imported', {
      timeout: 2000,
    })
  }).toPass()
})

test.describe('in a browser that denies its storage', () => {
  test('the workspace opens, is edited and saved all the same', async ({ page, server }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    const editor = new Editor(page)
    await editor.openWorkspace(server.url)
    await editor.deleteIdea('Sound-Designer')
    await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(false)
    await editor.undo()
    await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(true)
    await page.close()
  })
})

test('a request of another web page is refused', async ({ server }) => {
  const answer = await fetch(`${server.url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://example.org' },
    body: '{"idea":"producer"}',
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

test('a dialog or a page whose code does not come says so, can be closed, and shows when the server is back', async ({
  editor,
  page,
  server,
  silence,
}) => {
  silence.expectNoise(/assets\/|dynamically imported module|Unable to preload/)
  // Nothing is fetched ahead while the browser is idle.
  await page.route('**/files.json', (route) => route.fulfill({ json: [] }))
  await page.route('**/assets/soon-*.js', (route) => route.abort())
  await page.reload()
  await editor.openWorkspace(server.url)
  await editor.press('?')
  const close = page.getByRole('button', { name: 'Close' })
  // The dock beneath says the same of itself.
  const told = page.getByRole('alert').filter({ hasText: 'could not be loaded' }).filter({ has: close })
  await expect(told).toContainText('loads by itself when the server is back')
  await expect(editor.idea('Producer')).toBeVisible()
  await editor.press('Escape')
  await expect(told).toBeHidden()
  await expect(editor.idea('Producer')).toBeVisible()

  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Experiments' }).click()
  await expect(told).toBeVisible()
  await expect(editor.idea('Producer')).toBeInViewport({ ratio: 0.99 })
  await told.getByRole('button', { name: 'Close' }).click()
  await expect(told).toBeHidden()

  await editor.press('?')
  await expect(told).toBeVisible()
  await page.unroute('**/assets/soon-*.js')
  await page.unroute('**/assets/*.js')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await expect(told).toBeHidden()
})

test('seven windows of one workspace learn of each change, also when the one that listened for all is closed', async ({
  context,
  editor,
  page,
  server,
}) => {
  const others: Editor[] = []
  for (let window = 0; window < 6; window += 1) {
    const other = new Editor(await context.newPage())
    await other.openWorkspace(server.url)
    others.push(other)
  }
  const rename = async (from: string, to: string): Promise<void> => {
    const text = await readText(server.workspace, 'ideas/producer.json')
    await writeText(server.workspace, 'ideas/producer.json', text.replace(`"${from}"`, `"${to}"`))
  }
  await rename('Producer', 'Director')
  for (const window of [editor, ...others]) await expect(window.idea('Director')).toBeVisible()
  await page.close()
  await rename('Director', 'Conductor')
  for (const window of others) await expect(window.idea('Conductor')).toBeVisible()
  for (const window of others) await window.page.close()
})
