import { expect, test } from '../src/test.ts'

test('a run is forked at the instant the scrubber shows: what was complete is kept, the rest runs again', async ({
  editor,
  page,
}) => {
  await editor.startRun('a plain ballad')
  await editor.waitForResult()
  const fork = page.getByRole('button', { name: 'Fork here' })
  await expect(fork).toBeDisabled()
  await editor.scrubTo(0.3)
  await fork.click()
  const runs = page.getByRole('navigation').getByRole('listitem').filter({ hasText: 'a plain ballad' })
  await expect(runs).toHaveCount(2)
  await editor.waitForResult()
  await page.getByRole('button', { name: 'Replay check' }).click()
  await expect(page.getByRole('button', { name: 'Replays identically' })).toBeVisible()
})
