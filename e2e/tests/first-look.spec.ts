import { copyOfExample } from '../src/examples.ts'
import { expect, test } from '../src/test.ts'

test('over the first graph a sentence says who works for whom, and goes for good', async ({ editor, page }) => {
  const look = page.getByRole('region', { name: 'First look' })
  await expect(look).toContainText('Producer gives work to Composer and Sound-Designer.')
  await look.getByRole('button', { name: 'Got it' }).click()
  await expect(look).toBeHidden()
  await page.reload()
  await expect(editor.ideas().first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
  await expect(look).toBeHidden()
})

test('the sentence asks for a Run until one has started', async ({ editor, page }) => {
  const look = page.getByRole('region', { name: 'First look' })
  await expect(look).toContainText('Press Run to see it work.')
  await editor.startRun()
  await expect(look).toBeHidden()
})

test('a term is explained where it appears, on hover and on focus', async ({ editor, page }) => {
  await expect(editor.ideas().first()).toBeVisible()
  const tip = page.getByRole('tooltip')
  const latent = page.getByRole('list', { name: 'Legend' }).getByText('Model answers')
  await latent.hover()
  await expect(tip).toHaveText(/^Latent: the model fills in the result itself/)
  await page.mouse.move(600, 300)
  await expect(tip).toBeHidden()
  await page.keyboard.press('Tab')
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Ideas', exact: true }).focus()
  await expect(tip).toHaveText('An Idea is a prompt with tools, saved as a JSON file.')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
})

test.describe('in the blank workspace', () => {
  test.use(copyOfExample('blank'))

  test('a ghost adds the second Idea, and three steps tick themselves', async ({ editor, page }) => {
    // The person has seen and closed the sentence over another graph.
    await page.evaluate(() => localStorage.setItem('ensemble:first-look', 'over'))
    await page.reload()
    const steps = page.getByRole('list', { name: 'Build your first graph' }).getByRole('listitem')
    await expect(steps).toHaveText(['Add a tool to Assistant', 'Connect a second Idea', 'Run it'])
    const ghost = page.getByRole('button', { name: 'A second Idea' })
    await ghost.click()
    await editor.addByName('Critic')
    await expect(editor.idea('Critic')).toBeVisible()
    await expect(ghost).toBeHidden()
    await expect(steps).toHaveText(['Add a tool to Assistantdone', 'Connect a second Ideadone', 'Run it'])
    await editor.selectIdea('Assistant')
    await editor.startRun()
    await expect(steps.last()).toHaveText('Run itdone')
  })
})
