import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

/** The events read from a stream in these pieces. */
const read = async (pieces: readonly Uint8Array[]): Promise<readonly unknown[]> => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const found: unknown[] = []
  for await (const event of readEvents(new Response(body))) found.push(event)
  return found
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('events are read wherever the stream is cut, in the middle of a character, too', async () => {
  const all = bytes(': hello\n\nid: 1\ndata: {"a":"é→🎵"}\n\nid: 2\ndata: {"b":"x\\n\\ny"}\n\n')
  const expected = [{ a: 'é→🎵' }, { b: 'x\n\ny' }]
  for (let at = 0; at <= all.length; at++) expect(await read([all.slice(0, at), all.slice(at)])).toEqual(expected)
  expect(await read([...all].map((byte) => Uint8Array.of(byte)))).toEqual(expected)
})

test('an event with its own name isn’t an event of the run, and its end is the end', async () => {
  const text = 'event: reset\ndata: {}\n\ndata: {"a":1}\n\nevent: end\ndata: {}\n\ndata: {"b":1}\n\n'
  expect(await read([bytes(text)])).toEqual([{ a: 1 }])
})

test('an event that was cut off doesn’t count, nor does an answer without a body', async () => {
  expect(await read([bytes('data: {"a":1}\n\ndata: {"b":')])).toEqual([{ a: 1 }])
  const none: unknown[] = []
  for await (const event of readEvents(new Response(null))) none.push(event)
  expect(none).toEqual([])
})
