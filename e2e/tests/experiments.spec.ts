import { violations } from '../src/accessibility.ts'
import { expect, test } from '../src/test.ts'

test('an experiment runs one input against two variants; its table leads to the runs and to their comparison', async ({
  editor,
  page,
}) => {
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Experiments' }).click()
  const experiments = page.getByRole('region', { name: 'Experiments' })
  await experiments.getByRole('button', { name: 'New experiment' }).click()
  const form = experiments.getByRole('form', { name: 'New experiment' })
  await form.getByRole('combobox', { name: 'Idea', exact: true }).first().selectOption('sound-designer')
  await form.getByRole('textbox', { name: 'Inputs' }).fill('{"kind":"ambience","brief":"waves"}')
  await form.getByRole('textbox', { name: 'Name of variant B' }).fill('brief')
  await form.getByRole('textbox', { name: 'Text' }).fill('You are the Sound-Designer. Be quick.')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Start 2 runs' }).click()
  await expect(experiments.getByRole('status').filter({ hasText: 'done · 2 of 2 runs' })).toBeVisible({
    timeout: 90_000,
  })
  await expect(experiments.getByRole('row', { name: /B brief 1 \/ 1 100 %/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await experiments.getByRole('button', { name: 'Compare with A' }).click()
  await expect(page.getByRole('region', { name: 'Compare runs' })).toContainText('They part in', { timeout: 60_000 })
  await editor.press('Escape')
  await expect(editor.ideas().first()).toBeVisible()
})
