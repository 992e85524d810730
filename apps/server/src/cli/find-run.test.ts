import { EnsembleError } from '@ensemble/core'
import { expect, test } from 'vitest'
import { clientOf } from '../testing/client-of.ts'
import { findRunId } from './find-run.ts'

const IDS = ['0190aaaa-1', '0190aaaa-2', '0190bbbb-1', '0190bbbb-7f21c3']

/** A server that lists one Run a page. */
const CLIENT = clientOf(({ path }) => {
  if (!path.startsWith('/api/runs?')) {
    const id = path.split('/').at(-1) ?? ''
    if (IDS.includes(id)) return { id }
    throw new EnsembleError('run.unknown', `There is no run ${id}.`)
  }
  const at = IDS.indexOf(new URLSearchParams(path.split('?')[1]).get('cursor') ?? '') + 1
  return { items: [{ id: IDS[at] }], next: IDS[at + 1] === undefined ? null : IDS[at] }
})

test('a run is named by its id, or by six characters or more with which no other begins or ends', async () => {
  expect(await findRunId(CLIENT, '0190aaaa-2')).toBe('0190aaaa-2')
  expect(await findRunId(CLIENT, '0190bbbb-1')).toBe('0190bbbb-1')
  expect(await findRunId(CLIENT, '0190bbbb-7')).toBe('0190bbbb-7f21c3')
  expect(await findRunId(CLIENT, '7f21c3')).toBe('0190bbbb-7f21c3')
  await expect(findRunId(CLIENT, '0190b')).rejects.toMatchObject({ code: 'run.unknown' })
  await expect(findRunId(CLIENT, '0190cc')).rejects.toThrow('There is no run 0190cc. ensemble runs lists all runs.')
  await expect(findRunId(CLIENT, '0190aa')).rejects.toMatchObject({
    code: 'usage',
    message:
      '2 runs begin or end with 0190aa: 0190aaaa-1, 0190aaaa-2. Give more of the id, or its last six characters.',
  })
})
