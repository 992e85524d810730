import type { JournalEvent } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { clientOf } from '../../testing/client-of.ts'
import { toToolResult } from './to-tool-result.ts'

const HASH = 'ab'.repeat(32)
const SONG = { $artifact: HASH, type: 'audio/wav', bytes: 3, name: 'song.wav' }
/** A server whose run asked no model and made one file. */
const api = clientOf(({ path }) => {
  if (path.includes('/events')) return { events: [], next: null }
  if (/\/artifacts$/.test(path)) return [{ ...SONG, name: HASH }]
  return { of: path }
})

/** An event of this type alone; what else it holds is not looked at. */
const event = (type: JournalEvent['type'], data: object = {}): JournalEvent =>
  ({ type, data }) as unknown as JournalEvent // as above
const resultOf = (last: JournalEvent | undefined, isStructured = false) =>
  toToolResult(api, 'run/1', last, isStructured)

describe('the end of a run as the result of a tool', () => {
  it('is its output as text, and as a structure too where the Idea has a schema; a text stays a text', async () => {
    const completed = event('run.completed', { output: { a: 1 } })
    expect(await resultOf(completed)).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
      _meta: { 'ensemble/run': 'run/1' },
    })
    expect(await resultOf(completed, true)).toMatchObject({ structuredContent: { a: 1 } })
    expect((await resultOf(event('run.completed', { output: 'Hello.' }))).content).toEqual([
      { type: 'text', text: 'Hello.' },
    ])
  })

  it('is fetched where it was too large for the record, and links to the files in it', async () => {
    const stored = event('run.completed', { output: { $body: HASH, bytes: 5000 } })
    expect((await resultOf(stored, true)).structuredContent).toEqual({ of: `/api/runs/run%2F1/bodies/${HASH}` })
    const { content } = await resultOf(event('run.completed', { output: { mix: SONG } }))
    expect(content[1]).toEqual({
      type: 'resource_link',
      name: HASH,
      mimeType: 'audio/wav',
      uri: `http://127.0.0.1:1/api/runs/run%2F1/artifacts/${HASH}`,
    })
  })

  it('says which file it names that the run did not make', async () => {
    const output = { mix: { $artifact: 'made-up.wav', type: 'audio/wav' } }
    const { content } = await resultOf(event('run.completed', { output }))
    expect(content.slice(1)).toEqual([
      { type: 'text', text: 'The output names a file that this run did not make: made-up.wav' },
    ])
  })

  it('is an error that names the run where there is no output', async () => {
    const sentenceOf = async (last: JournalEvent | undefined): Promise<unknown> => {
      const { isError, content, _meta } = await resultOf(last)
      expect([isError, _meta]).toEqual([true, { 'ensemble/run': 'run/1' }])
      return content[0]
    }
    const failed = event('run.failed', { error: { code: 'limit.turns', message: 'Too many turns.' } })
    expect(await sentenceOf(failed)).toEqual({ type: 'text', text: 'Too many turns. [limit.turns]' })
    expect(await sentenceOf(event('run.cancelled'))).toEqual({ type: 'text', text: 'The run was cancelled.' })
    expect(await sentenceOf(event('run.waiting'))).toEqual({ type: 'text', text: 'The run has not ended.' })
    expect(await sentenceOf(undefined)).toEqual({ type: 'text', text: 'The run has not ended.' })
  })
})
