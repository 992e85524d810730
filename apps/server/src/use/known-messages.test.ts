import { expect, test } from 'vitest'
import { createKnownMessages } from './known-messages.ts'

const body = new TextEncoder().encode('{}')

test('a message starts one run for as long as its signature can be used', async () => {
  const clock = { now: 0 }
  const known = createKnownMessages(() => clock.now)
  let starts = 0
  const send = (name: string, sent = body) => known.runOf(name, sent, async () => `run-${(starts += 1)}`)
  expect(await Promise.all([send('a'), send('a'), send('b')])).toEqual(['run-1', 'run-1', 'run-2'])
  await expect(send('a', new TextEncoder().encode('[]'))).rejects.toMatchObject({ status: 409, code: 'run.conflict' })
  clock.now = 599_999
  expect(await send('a')).toBe('run-1')
  clock.now = 600_000
  expect(await send('a')).toBe('run-3')
})

test('a message that started nothing can be sent again', async () => {
  const known = createKnownMessages(() => 0)
  const failed = known.runOf('a', body, () => Promise.reject(new Error('refused')))
  await expect(failed).rejects.toThrow('refused')
  expect(await known.runOf('a', body, async () => 'run-1')).toBe('run-1')
})
