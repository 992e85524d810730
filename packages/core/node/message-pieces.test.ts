import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MessagePieces } from './message-pieces.ts'

/** A stream behaves as the message would: its type alone knows of HTTP. */
const open = (mostBytes = 1000) => {
  const message = new PassThrough({ highWaterMark: 1024 * 1024 })
  const pieces = new MessagePieces(message as unknown as IncomingMessage, mostBytes)
  const read = async () => {
    const { value, done } = await pieces.next()
    return done === true ? undefined : Buffer.from(value).toString()
  }
  return { message, read }
}

test('A reader who waits gets a piece as it comes', async () => {
  const { message, read } = open()
  const first = read()
  message.write('one')
  expect(await first).toBe('one')
})

test('Unread data is one piece, and the end comes after it', async () => {
  const { message, read } = open()
  message.write('one')
  message.write(' two')
  message.end(' three')
  await nextTurn()
  expect(await read()).toBe('one two three')
  expect(await read()).toBeUndefined()
})

test('A sender waits while more than one read’s worth is buffered here, and continues when it is read', async () => {
  const { message, read } = open(1_000_000)
  message.write('a'.repeat(70_000))
  await nextTurn()
  expect(message.isPaused()).toBe(true)
  expect(await read()).toHaveLength(70_000)
  expect(message.isPaused()).toBe(false)
})

test('A body that is longer than what is read breaks off, after what fits', async () => {
  const { message, read } = open(5)
  message.write('12345')
  await nextTurn()
  message.write('6')
  await nextTurn()
  expect(await read()).toBe('12345')
  await expect(read()).rejects.toThrow('longer than the 5 bytes')
})
