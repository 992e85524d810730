import { copyOfExample } from '../src/examples.ts'
import { expect, test } from '../src/test.ts'

test.use(copyOfExample('analytics'))

test('a simulated run says which Tools did not run, and a button simulates one of them', async ({ editor, page }) => {
  await editor.selectIdea('Analyst')
  await editor.openSimulateDialog()
  await editor.submitRunDialog()
  await editor.waitForResult()
  const coverage = editor.result().getByRole('note', { name: 'Tools that ran' })
  await expect(coverage).toContainText('2 of 4 Tools ran; describe_table, check_data_quality did not.')

  await coverage.getByRole('button', { name: 'Simulate with describe_table' }).click()
  await expect(editor.runDialog().getByRole('textbox').first()).toHaveValue(/ Use describe_table\.$/)
  await editor.submitRunDialog()
  await expect(coverage).toContainText('3 of 4 Tools ran; check_data_quality did not.')
  await expect(page.getByRole('button', { name: 'Simulate with describe_table' })).toBeHidden()
})
