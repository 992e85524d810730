import { execFileSync } from 'node:child_process'
import { readText } from '../src/files.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

const TOOL = 'tools/planForm.json'

test('versions of a Tool and an Idea are listed by edits, runs and commits, any two are compared, and one is restored in one step', async ({
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
  // The text before the restore stays a version, and a restored one names the runs that used it.
  await expect(from.getByRole('option', { name: /Restored a version of planForm · 1 run/ })).toBeAttached()
  await expect(from.getByRole('option', { name: /(?<!, )Edited planForm/ })).toBeAttached()
  await editor.undo()
  await expect.poll(() => readText(server.workspace, TOOL)).toContain('A whole new meaning.')
  await from.selectOption((await commit.getAttribute('value')) ?? '')
  await compare.getByTitle(/^Open the run of/).click()
  await expect(editor.schema.region()).toBeHidden()

  // An Idea has its versions in its form.
  await editor.goToIdea('Composer')
  const title = editor.inspector().getByRole('textbox', { name: 'Description', exact: true })
  await title.fill('Writes no song at all.')
  await editor.inspector().getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions of composer' })
  await versions.getByRole('combobox', { name: 'Compare' }).selectOption({ label: 'before these edits · 1 run' })
  await expect(versions).toContainText('Writes no song at all.')
  await versions.getByRole('button', { name: 'Restore' }).click()
  await expect(versions).toContainText('No difference.')
  await expect.poll(() => readText(server.workspace, 'ideas/composer.json')).not.toContain('Writes no song at all.')
})
