import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyOf, testServer } from '../testing/test-server.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/sandboxed-activities.md')

test('the example of docs/sandboxed-activities.md does what the page says', async () => {
  const page = await readFile(PAGE, 'utf8')
  const [, code] = /```js\n(.*?)```/s.exec(page) ?? []
  const [, call = ''] = /The Call `(.*)` gives/.exec(page) ?? []
  const [, result = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  await using server = await testServer()
  const tried = await bodyOf(await server.ask('POST', '/api/activities/try', { code, call: JSON.parse(call) }))
  expect(tried).toMatchObject({ ok: true, result: JSON.parse(result), logs: [{ level: 'info', text: '5 words' }] })
})
