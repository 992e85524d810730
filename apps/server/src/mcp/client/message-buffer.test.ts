import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { LONGEST_MESSAGE } from './message-limits.ts'
import { MessageBuffer } from './message-buffer.ts'

const answer = (id: number, values = 0): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  result: { values: Array.from({ length: values }, (_, n) => ({ [`name ${n}`]: n })) },
})
const lineOf = (message: object): Buffer => Buffer.from(`${JSON.stringify(message)}\n`)

/** A buffer as the SDK's transport uses it: it appends what came and reads until there is no more. */
const createReader = () => {
  const got: JSONRPCMessage[] = []
  const errors: string[] = []
  const buffer = new MessageBuffer({
    toMessage: parseJSONRPCMessage,
    deliver: (message) => void got.push(message),
    onError: (error) => void errors.push(error.message),
  })
  const write = (chunk: Uint8Array): void => {
    buffer.append(chunk)
    for (let next = buffer.readMessage(); next !== null; next = buffer.readMessage()) got.push(next)
  }
  const ids = () => got.map((message) => ('id' in message ? message.id : undefined))
  return { buffer, write, got, errors, ids }
}

it('messages come in their order and whole, however they were cut, and small ones wait for a large one before them', async () => {
  const { write, got, ids } = createReader()
  const messages = [answer(1), answer(2, 30_000), answer(3), answer(4, 30_000), answer(5)]
  const bytes = Buffer.concat(messages.map(lineOf))
  for (let from = 0; from < bytes.length; from += 9973) write(bytes.subarray(from, from + 9973))
  expect(ids()).toEqual([1])
  await expect.poll(ids).toEqual([1, 2, 3, 4, 5])
  expect(got).toEqual(messages)
})

it('a large message is read in many turns of the event loop', async () => {
  const { write, ids } = createReader()
  let turns = 0
  const count = (): void => {
    turns++
    if (ids().length === 0) setImmediate(count)
  }
  write(lineOf(answer(1, 200_000)))
  count()
  await expect.poll(ids).toEqual([1])
  expect(turns).toBeGreaterThan(20)
})

it("lines that are not JSON are skipped; a large one and one that isn't a message are reported", async () => {
  const { write, ids, errors } = createReader()
  write(Buffer.from('Traceback\n\n{"jsonrpc":\n'))
  write(Buffer.from(`${'x'.repeat(100_000)}\n`))
  write(lineOf(answer(1)))
  await expect.poll(ids).toEqual([1])
  expect(errors).toEqual([expect.stringContaining('A message could not be read')])
  expect(() => write(lineOf({ jsonrpc: '1.0' }))).toThrow()
  write(Buffer.concat([lineOf({ ...answer(2, 30_000), jsonrpc: '1.0' }), lineOf(answer(3))]))
  await expect.poll(ids).toEqual([1, 3])
  expect(errors).toHaveLength(2)
})

it('a message longer than ten megabytes ends the reading, once', () => {
  const { write, ids } = createReader()
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  for (let size = 0; size < LONGEST_MESSAGE; size += megabyte.length) write(megabyte)
  expect(() => write(megabyte)).toThrow('over 10 MB')
  write(megabyte)
  write(lineOf(answer(1)))
  expect(ids()).toEqual([])
})

it('large messages that come faster than they can be read end it as well', () => {
  const { write } = createReader()
  const line = lineOf({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(LONGEST_MESSAGE - 1000) } })
  expect(() => {
    for (let count = 0; count < 10; count++) write(line)
  }).toThrow('more than can be read')
})

it('nothing is delivered after it was cleared', async () => {
  const { buffer, write, ids } = createReader()
  write(lineOf(answer(1, 30_000)))
  buffer.clear()
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  expect(ids()).toEqual([])
})
