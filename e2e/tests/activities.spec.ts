import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

test('code is written in the page, tried in the sandbox, told what is wrong with its line, and saved', async ({
  editor,
  page,
  server,
}) => {
  await expect(editor.idea('Producer')).toBeVisible()
  await page.getByRole('button', { name: 'Write a request or sandboxed code, and try it' }).click()
  const activities = page.getByRole('region', { name: 'Activities', exact: true })
  await activities.getByRole('textbox', { name: 'Name' }).fill('shoutWords')
  await activities.getByRole('button', { name: 'New sandboxed code' }).click()

  const code = activities.getByRole('textbox', { name: 'Code of shoutWords' })
  const write = async (text: string): Promise<void> => {
    await code.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }
  // Without braces at a line's end, which the editor would close by itself.
  await write('export default () => missing')
  await activities.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(activities.getByText("'missing' is not defined (line 1)")).toBeVisible()

  await write('export default (call, context) => (context.log("loud"), call.words.toUpperCase() + typeof fetch)')
  await activities.getByRole('textbox', { name: 'Call, as JSON' }).fill('{ "words": "hello " }')
  await activities.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(activities.getByText('"HELLO undefined"')).toBeVisible()
  await expect(activities.getByText('loud', { exact: false }).last()).toBeVisible()

  // It saves itself as every other file does, and says what keeps it from running.
  await write('export default (call) => call.words + ')
  await expect(activities.getByText('Saved, but no Call can run it. Line 1, column')).toBeVisible()
  await expect(activities.locator('.squiggly-error')).toBeVisible()
  await write('export default (call, context) => (context.log("loud"), call.words.toUpperCase() + typeof fetch)')
  await expect(activities.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await expect(activities.getByText('Saved: the next Call runs it.')).toBeVisible()
  await expect(activities.locator('.squiggly-error')).toHaveCount(0)
  await expect
    .poll(() => readText(server.workspace, 'activities/shoutWords.sandbox.js'))
    .toContain('call.words.toUpperCase()')
})

test('from a Tool that the model fills, code that does its work is begun in its form', async ({ editor, page }) => {
  await editor.selectTool('Composer', 'planForm')
  await editor.giveWorkTo('Code')
  await editor.inspector().getByRole('button', { name: 'Write code for planForm' }).click()
  await expect(editor.toolRow('Composer', 'planForm')).toHaveAccessibleName(/^explicit/)
  await editor.inspector().getByRole('button', { name: 'Open the code' }).click()
  await expect(page.getByRole('textbox', { name: 'Code of planForm' })).toBeAttached()
})

test('a request that needs no code is written in fields, refused until its host is allowed, and then answers', async ({
  editor,
  page,
  server,
}) => {
  const asked: unknown[] = []
  const endpoint = createServer(({ url, headers }, response) => {
    asked.push({ url, key: headers.authorization })
    response.setHeader('content-type', 'application/json').end('{"item":{"name":"a lamp"}}')
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(endpoint.address() as AddressInfo).port}` // of a server that listens
  try {
    await expect(editor.idea('Producer')).toBeVisible()
    await page.getByRole('button', { name: 'Write a request or sandboxed code, and try it' }).click()
    const activities = page.getByRole('region', { name: 'Activities', exact: true })
    await activities.getByRole('textbox', { name: 'Name' }).fill('findItem')
    await activities.getByRole('button', { name: 'New HTTP request' }).click()
    const fill = async (label: string, text: string): Promise<void> => {
      await activities.getByRole('textbox', { name: label, exact: true }).fill(text)
      await page.keyboard.press('Enter')
    }
    await fill('Address', `http://${host}/items/{id}`)
    await fill('Result', '/item/name')
    await fill('Header', 'authorization')
    await activities.getByRole('textbox', { name: 'Value of the secret FINDITEM_KEY' }).fill('canary-e2e-1234')
    await activities.getByRole('button', { name: 'Give' }).click()
    await expect(activities.getByPlaceholder('Saved. Paste another to replace it.')).toBeVisible()

    await activities.getByRole('textbox', { name: 'Call, as JSON' }).fill('{ "id": "a/b" }')
    await activities.getByRole('button', { name: 'Try', exact: true }).click()
    await activities.getByRole('button', { name: `Allow ${host}` }).click()
    await expect.poll(() => readText(server.workspace, 'ensemble.json')).toContain(host)
    await expect(async () => {
      await activities.getByRole('button', { name: 'Try', exact: true }).click()
      await expect(activities.getByText('"a lamp"')).toBeVisible({ timeout: 2000 })
    }).toPass()
    expect(asked.at(-1)).toEqual({ url: '/items/a%2Fb', key: 'Bearer canary-e2e-1234' })
  } finally {
    endpoint.closeAllConnections()
    endpoint.close()
  }
})
