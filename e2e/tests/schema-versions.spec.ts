import { execFileSync } from 'node:child_process'
import { readText } from '../src/files.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

const TOOL = 'tools/planForm.json'

test('versions of a Tool are listed by edits, runs and commits, any two are compared, and one is restored in one step', async ({
  editor,
  page,
  server,
}) => {
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b', ...args], { cwd: server.workspace })
  git('init', '-q')
  git('add', TOOL)
  git('commit', '-q', '-m', 'Plan the form')
  const before = await readText(server.workspace, TOOL)
  await editor.selectIdea('Composer')
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  // The result takes half the window; the canvas gets its room back.
  await page.getByRole('button', { name: 'Show or hide the dock' }).click()
  await editor.openSchema('Composer', 'planForm')
  const row = editor.schema.property('brief')
  await row.getByRole('textbox', { name: 'Description brief' }).fill('A whole new meaning.')
  await expect.poll(() => readText(server.workspace, TOOL)).toContain('A whole new meaning.')
  await editor.schema.showTab('History')
  const compare = editor.schema.region().getByRole('region', { name: 'Compare' })
  const from = compare.getByRole('combobox', { name: 'Compare' })
  await expect(from.getByRole('option', { name: /Edited planForm/ })).toBeAttached()
  await expect(from.getByRole('option', { name: /before these edits · 1 run/ })).toBeAttached()
  await expect(from.getByRole('option', { name: /^run / })).toBeAttached()
  const commit = from.getByRole('option', { name: /Ada: Plan the form/ })
  await from.selectOption((await commit.getAttribute('value')) ?? '')
  await expect(compare).toContainText('A whole new meaning.')
  await compare.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => readText(server.workspace, TOOL)).toBe(before)
  await expect(compare).toContainText('No difference.')
  await editor.undo()
  await expect.poll(() => readText(server.workspace, TOOL)).toContain('A whole new meaning.')
})
