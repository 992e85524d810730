import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listenOnLoopback } from '../testing/loopback.ts'
import { createFetch } from './fetch.ts'

/** Headers that only the platform's client sends. */
const ITS_OWN = ['accept', 'accept-language', 'sec-fetch-mode', 'user-agent', 'accept-encoding', 'connection']

const listen = async () => {
  const server = await listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => response.end(JSON.stringify(seenBy(request))))
  })
  const { origin } = server
  const egress = createFetch()
  return { origin, egress, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
const seenBy = ({ method, url, headers }: IncomingMessage) => ({
  method,
  url,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ITS_OWN.includes(name))),
})

const requests: readonly (readonly [string, RequestInit])[] = [
  ['a question', { method: 'POST', body: '{"ж":1}', headers: { 'content-type': 'application/json', 'x-a': '1' } }],
  ['a text without a type', { method: 'post', body: 'ж' }],
  ['an empty text', { method: 'PUT', body: '' }],
  ['nothing', { method: 'POST' }],
  ['nothing, to be deleted', { method: 'DELETE', headers: new Headers({ 'X-A': '1' }) }],
  ['names in two spellings', { headers: { 'X-A': '1', 'x-a': '2' } }],
  ['names in capitals', { method: 'POST', body: '[]', headers: { 'Content-Type': 'application/json' } }],
  ['headers as a list', { headers: [['X-A', '1']] }],
  ['a form', { method: 'POST', body: new URLSearchParams({ a: '1 2' }) }],
  ['a length that is not its own', { method: 'POST', body: 'abc', headers: { 'Content-Length': '3' } }],
]

describe('a request to outside', () => {
  test.each(requests)('with %s arrives as the platform would send it', async (_, init) => {
    await using server = await listen()
    const [mine, platforms] = await Promise.all([
      server.egress(`${server.origin}/a?b=c#d`, init),
      fetch(`${server.origin}/a?b=c#d`, init),
    ])
    expect(await mine.json()).toEqual(await platforms.json())
  })

  test('takes the credentials of an address along, unless it has others', async () => {
    await using server = await listen()
    const address = server.origin.replace('//', '//me:p%40ss@')
    const asked = async (headers = {}) => (await server.egress(address, { headers })).json()
    expect(await asked()).toMatchObject({ headers: { authorization: `Basic ${btoa('me:p@ss')}` } })
    expect(await asked({ authorization: 'Bearer k' })).toMatchObject({ headers: { authorization: 'Bearer k' } })
  })

  test('carries no header that would end another', async () => {
    await using server = await listen()
    const forged: readonly Record<string, string>[] = [{ 'x-a': '1\r\nx-b: 2' }, { 'x-a\r\nx-b': '1' }]
    for (const headers of forged) await expect(server.egress(server.origin, { headers })).rejects.toThrow(TypeError)
  })
})
