import { violations } from '../src/accessibility.ts'
import { getJson, postJson } from '../src/api.ts'
import { copyOfExample } from '../src/examples.ts'
import { expect, test } from '../src/test.ts'

interface Waiting {
  readonly run: string
}

test.use(copyOfExample('devops'))

test('a Call that waits is shown with its arguments and reason, and is refused with one', async ({
  editor,
  page,
  server,
}) => {
  await postJson(`${server.url}/api/runs`, { idea: 'operator', input: { request: 'restart critical-db' } })
  await page.getByRole('button', { name: '1 call waits for you' }).click()
  const panel = page.getByRole('region', { name: 'Calls that wait for you' })
  await expect(panel.getByLabel('service')).toHaveValue(/\d/)
  await expect(panel).toContainText('The model’s reason')
  expect(await violations(page)).toEqual([])
  await panel.getByLabel('service').selectOption({ label: 'nginx' })
  await expect(panel.getByRole('button', { name: 'Approve with changes' })).toBeVisible()
  await panel.getByRole('tab', { name: 'Refuse' }).click()
  await panel.getByRole('textbox').fill('Not during the sale')
  await panel.getByRole('button', { name: 'Refuse' }).click()
  // It shows the Call's result and doesn't navigate away.
  await expect(panel.getByRole('status')).toContainText('restart_service is refused')
  expect(await getJson<readonly Waiting[]>(`${server.url}/api/approvals?status=open`)).toEqual([])
  await editor.showTab('Timeline')
  await editor.selectSpan('restart_service')
  await expect(editor.spanDetail()).toContainText('Not during the sale')
})

test('a breakpoint stops a Run before the Call, and Continue resumes it', async ({ editor, page }) => {
  await editor.selectTool('Operator', 'check_service_status')
  await editor.inspector().getByRole('button', { name: 'Break at check_service_status' }).click()
  await editor.openRunDialog()
  await page.getByRole('dialog').getByRole('textbox').first().fill('the status of nginx')
  await editor.submitRunDialog()
  const panel = page.getByRole('region', { name: 'Calls that wait for you' })
  await expect(panel).toContainText('A breakpoint stopped the run here.')
  await panel.getByRole('button', { name: 'Continue' }).click()
  await editor.waitForResult()
})

test('a Call that is refused by itself after a time says when, and each way to decide is whole in a narrow window', async ({
  page,
  server,
}) => {
  const manifest = `${server.url}/api/manifest`
  const before = await fetch(manifest)
  const approvals = { expireAfter: 'PT5M', onExpiry: 'refuse' }
  await fetch(manifest, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': before.headers.get('etag') ?? '' },
    body: JSON.stringify({ ...Object(await before.json()), approvals }),
  })
  await postJson(`${server.url}/api/runs`, { idea: 'operator', input: { request: 'restart critical-db' } })
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto(server.url)
  await page.getByRole('button', { name: '1 call waits for you' }).click()
  const panel = page.getByRole('region', { name: 'Calls that wait for you' })
  await expect(panel).toContainText(/If no one decides, it is refused at \d\d:\d\d/)
  for (const way of await panel.getByRole('tab').all())
    expect(await way.evaluate((tab) => tab.scrollHeight - tab.clientHeight)).toBeLessThanOrEqual(0)
  await page.close()
})
