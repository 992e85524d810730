import { violations } from '../src/accessibility.ts'
import { postJson } from '../src/api.ts'
import { boxOf } from '../src/gestures.ts'
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
  await expect(page.getByRole('region', { name: 'Compare runs' })).toContainText(/\d+ differences?/, {
    timeout: 60_000,
  })
  await editor.press('Escape')
  await expect(editor.ideas().first()).toBeVisible()
})

test('long names of variants stay in view next to the numbers of an experiment', async ({ page, server }) => {
  const name = 'A name as long as it may be, eighty letters, which is no fun to type twice'.slice(0, 80)
  const inputs = Array.from({ length: 30 }, (_, at) => ({ kind: 'ambience', brief: `waves ${at}` }))
  const variants = Array.from({ length: 8 }, (_, at) => ({ name: at % 2 === 0 ? name : 'W'.repeat(80) }))
  const { id } = await postJson<{ id: string }>(`${server.url}/api/experiments`, {
    idea: 'sound-designer',
    title: 'W'.repeat(200),
    inputs,
    variants,
  })
  await postJson(`${server.url}/api/experiments/${id}/cancel`, {})
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto(`${server.url}/#/experiments`)
  const experiments = page.getByRole('region', { name: 'Experiments' })
  const { x, width } = await boxOf(experiments)
  const numbers = experiments.getByRole('table', { name: 'The variants' }).getByRole('cell')
  await expect(numbers).toHaveCount(40)
  for (const number of await numbers.all()) {
    const box = await boxOf(number)
    expect(box.x + box.width).toBeLessThanOrEqual(x + width)
  }
  const last = experiments.getByRole('table', { name: 'Every run' }).getByRole('row').last().getByRole('cell').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await expect(experiments.getByRole('columnheader', { name: /^H / })).toBeInViewport({ ratio: 1 })
  await expect(experiments.getByRole('rowheader', { name: /waves 29/ })).toBeInViewport({ ratio: 0.9 })
  await expect(experiments.getByRole('button', { name: 'Use as a template' })).toBeAttached()
  await page.close()
})

test('what was typed for an experiment is there again after Escape and after a look at another, until it is given up', async ({
  page,
  server,
}) => {
  const open = async (): Promise<void> => {
    await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Experiments' }).click()
    await page.getByRole('button', { name: 'New experiment' }).click()
  }
  await page.goto(server.url)
  const form = page.getByRole('form', { name: 'New experiment' })
  const title = form.getByRole('textbox', { name: 'Title' })
  await open()
  await title.fill('Which brief is better')
  await title.press('Escape')
  await expect(form).toBeHidden()
  await open()
  await expect(title).toHaveValue('Which brief is better')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New experiment' }).click()
  await expect(title).toHaveValue('')
  await page.close()
})
