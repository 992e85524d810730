import { savedText } from '../src/files.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('a pinned result stands in for the Calls of its Tool, with a badge, until it is unpinned', async ({
  editor,
  page,
  server,
}) => {
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  await editor.selectSpan('writeTitle')
  await page.getByRole('button', { name: /^Pin this result/ }).click()
  await expect(editor.toolRow('Composer', 'writeTitle')).toHaveAccessibleName(/pinned result/)
  await editor.waitUntilSaved()
  await expect.poll(() => savedText(server.workspace, '.ensemble/pins.json')).toContain('"tool": "writeTitle"')

  await editor.startRun(SHORT_SONG)
  await expect(async () => {
    await editor.selectSpan('writeTitle')
    await expect(editor.spanDetail()).toContainText('a pinned result, nothing ran', { timeout: 2000 })
  }).toPass()

  await page.getByRole('button', { name: /^Unpin/ }).click()
  await expect(editor.toolRow('Composer', 'writeTitle')).not.toHaveAccessibleName(/pinned result/)
  await editor.undo()
  await expect(editor.toolRow('Composer', 'writeTitle')).toHaveAccessibleName(/pinned result/)
})
