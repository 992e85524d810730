// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { isSparing } from '../../platform/session/is-sparing.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { fetchRest } from './fetch-rest.ts'

const FILES = ['assets/a-1.js', 'assets/b-2.css', 'assets/ru-3.js']
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  sessionStore.setState({ connection: 'connected' })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(new Response(url === '/files.json' ? JSON.stringify(FILES) : ''))
  })
})
const onConnection = (connection: object | undefined): void =>
  void vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { connection }))
const idle = (): Promise<void> => Promise.resolve()

it('fetches all files but those of other languages, one after the other', async () => {
  await fetchRest(idle)
  expect(asked).toEqual(['/files.json', '/assets/a-1.js', '/assets/b-2.css'])
})

it.each([
  [{ saveData: true }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: false, effectiveType: '4g' }, false],
  [undefined, false],
])('a connection that is %j is spared: %s', (connection, spared) => {
  onConnection(connection)
  expect(isSparing()).toBe(spared)
})

it('stops when the server goes away', async () => {
  await fetchRest(() => {
    if (asked.length > 1) sessionStore.setState({ connection: 'away' })
    return Promise.resolve()
  })
  expect(asked).toEqual(['/files.json', '/assets/a-1.js'])
})
