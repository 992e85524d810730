import { readText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

test('code is written in the page, tried in the sandbox, told what is wrong with its line, and saved', async ({
  editor,
  page,
  server,
}) => {
  await expect(editor.idea('Producer')).toBeVisible()
  await page.getByRole('button', { name: 'Write code that runs in a sandbox, and try it' }).click()
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
  await activities.getByRole('textbox', { name: 'A Call, as JSON' }).fill('{ "words": "hello " }')
  await activities.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(activities.getByText('"HELLO undefined"')).toBeVisible()
  await expect(activities.getByText('loud', { exact: false }).last()).toBeVisible()

  await code.focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(activities.getByText('Saved: the next Call runs it.')).toBeVisible()
  await expect
    .poll(() => readText(server.workspace, 'activities/shoutWords.sandbox.js'))
    .toContain('call.words.toUpperCase()')
})
