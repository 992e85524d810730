import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, makeWorkspace, openTestServer } from '../testing/test-server.ts'

test('an interrupted Run of a clone of somebody’s repository does not continue', async () => {
  const greet = `export const greetUser = async (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))`
  const root = await makeWorkspace({ ...GREETER_FILES, 'activities/greet.js': greet })
  const first = await openTestServer(root)
  const { id } = await bodyOf(await first.ask('POST', '/api/runs', { idea: 'greeter' }))
  for await (const event of first.deps.journal.tail(id, 0, new AbortController().signal))
    if (event.type === 'call.started') break
  await first.stop()

  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', '-f', '.ensemble/ensemble.db'], { cwd: root })
  await using cloned = await openTestServer(root)
  await cloned.deps.warmUp()
  expect(await bodyOf(await cloned.ask('GET', `/api/runs/${id}`))).toMatchObject({
    status: 'waiting',
    waitingFor: [{ type: 'restart' }],
  })
})
