import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readText, writeText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

/** A model server that keeps to schemas and knows no functions; it wants a key. */
async function startModelServer() {
  const server = createServer((request, response) => {
    let asked = ''
    request.on('data', (piece: Buffer) => (asked += piece.toString()))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      if (request.headers.authorization !== 'Bearer sk-settings-journey') return response.writeHead(401).end('{}')
      if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'small' }] }))
      const content = asked.includes('response_format') ? '{"ready":true}' : 'one, two'
      const message = { role: 'assistant', content }
      return response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => server.close() }
}

test('an endpoint is added in Settings, gets its key, is tried, and says in plain words what will work', async ({
  editor,
  page,
  server,
  silence,
}) => {
  // A server on this machine is asked for its models as soon as it is added; this one wants a key first.
  silence.expectNoise(/502.*\/api\/endpoints\/models/)
  const models = await startModelServer()
  const manifest = (): Promise<string> => readText(server.workspace, 'ensemble.json')
  const before = await manifest()
  await editor.press('ControlOrMeta+,')
  const settings = page.getByRole('region', { name: 'Settings', exact: true })
  await settings.getByRole('textbox', { name: 'Name' }).first().fill('shop')
  await settings.getByRole('textbox', { name: 'Address, including /v1' }).fill(models.baseUrl)
  await settings.getByRole('form', { name: 'Add an endpoint' }).getByRole('button', { name: 'Add' }).click()

  const card = settings.getByRole('article', { name: 'shop' })
  await card.getByRole('button', { name: 'Add key' }).click()
  await card.getByLabel('Key for shop').fill('sk-settings-journey')
  await card.getByRole('button', { name: 'Save key' }).click()
  await expect(card.getByText('Key saved')).toBeVisible()
  await card.getByRole('button', { name: 'Test small' }).click()
  await expect(card.getByText('Works, with limits')).toBeVisible()
  await card.getByText('Test results').click()
  await expect(card.getByText('There is no native function calling')).toBeVisible()

  await settings.getByRole('textbox', { name: 'Turns per loop' }).fill('7')
  await settings.getByRole('textbox', { name: 'Turns per loop' }).press('Enter')
  await expect.poll(manifest).toContain('"turns": 7')
  const expire = settings.getByRole('textbox', { name: 'Refuse approvals after' })
  await expire.fill('soon')
  await expire.press('Enter')
  await expect(settings.getByText('This is not a duration, so it was not saved.')).toBeVisible()
  await expect(expire).toHaveValue('soon')
  await expire.fill('PT30M')
  await expire.press('Enter')
  await expect.poll(manifest).toContain('"expireAfter": "PT30M"')
  const after = await manifest()
  expect(after).toContain('"key": "secret://SHOP_KEY"')
  expect(after).not.toContain('sk-settings-journey')
  // The earlier text is unchanged, to the byte.
  expect(after.startsWith(before.trimEnd().replace(/\s*\}$/, ''))).toBe(true)
  models.stop()
})

test('a refused host is listed with its remedy, and one click in Settings allows it', async ({
  editor,
  page,
  server,
}) => {
  const weather = createServer((_, response) => response.setHeader('content-type', 'text/plain').end('rain'))
  await new Promise<void>((resolve) => weather.listen(0, '127.0.0.1', resolve))
  // A listening server has an AddressInfo.
  const host = `127.0.0.1:${(weather.address() as AddressInfo).port}`
  const ping = { type: 'object', description: 'Tells the weather.', properties: { _output: { type: 'string' } } }
  const context = [
    { type: 'text', text: 'Tell the weather.' },
    { type: 'tool', tool: { tellWeather: ping } },
  ]
  await writeText(server.workspace, 'ideas/weather.json', JSON.stringify({ title: 'Weather', context }))
  const activities = { http: { tellWeather: { url: `http://${host}/` } } }
  await writeText(server.workspace, 'ensemble.json', JSON.stringify({ version: 1, name: 'music', activities }))
  const run = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const started = await fetch(`${server.url}/api/runs`, { method: 'POST', headers, body: '{"idea":"weather"}' })
    const { id } = (await started.json()) as { id: string } // docs/contract/api.md
    return (await fetch(`${server.url}/api/runs/${id}/events`)).text()
  }
  await expect(editor.idea('Weather')).toBeVisible()
  await expect.poll(run, { timeout: 60_000 }).toContain('is not in egress.hosts')
  await expect(page.getByText(`${host} was blocked`).first()).toBeVisible()

  await editor.press('ControlOrMeta+,')
  const settings = page.getByRole('region', { name: 'Settings', exact: true })
  await settings.getByRole('button', { name: `Allow ${host}` }).click()
  await expect.poll(() => readText(server.workspace, 'ensemble.json')).toContain(host)
  await expect(settings.getByRole('button', { name: `Allow ${host}` })).toHaveCount(0)
  await expect.poll(run, { timeout: 60_000 }).toContain('"result":"rain"')
  weather.close()
})
