import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '../src/test.ts'

test('a run saved as one page opens from the disk without a server and goes back to any instant', async ({
  page,
  server,
}) => {
  const ask = async (path: string, body?: object): Promise<Response> =>
    fetch(server.url + path, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
  const brief = '<img src=x onerror=alert(1)></script> waves'
  const started: unknown = await (
    await ask('/api/runs', { idea: 'sound-designer', input: { brief, kind: 'ambience' } })
  ).json()
  const { id } = started as { readonly id: string } // docs/contract/api.md, POST /api/runs
  await expect
    .poll(async () => ((await (await ask(`/api/runs/${id}`)).json()) as { readonly status: string }).status, {
      timeout: 60_000,
    })
    .toBe('completed')
  const file = join(server.workspace, 'run.html')
  await writeFile(file, await (await ask(`/api/runs/${id}/export?format=html`)).text())

  await page.goto(pathToFileURL(file).href)
  const saved = page.getByRole('main', { name: 'Saved run' })
  await expect(saved).toContainText('onerror=alert(1)')
  const lines = page.getByRole('treeitem')
  await expect(lines).not.toHaveCount(0)
  await lines.filter({ hasText: 'request 1' }).first().click()
  await expect(page.getByRole('region', { name: 'Span detail' })).toContainText('Model answered')
  await expect(page.getByRole('button', { name: /Fork|Ask this request/ })).toHaveCount(0)
  await page.getByRole('slider').first().press('Home')
  await expect(page.getByRole('button', { name: 'to the end' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Span detail' })).not.toContainText('Model answered')
})
