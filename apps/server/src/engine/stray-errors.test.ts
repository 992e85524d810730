import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isOfWorkspace } from './stray-errors.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ensemble stray ')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const thrownAt = (...frames: readonly string[]): Error =>
  Object.assign(new Error('late'), { stack: ['Error: late', ...frames.map((frame) => `    at ${frame}`)].join('\n') })

describe('an error without a handler', () => {
  test('is the workspace’s where its code threw it, however it was called, and where it has no place', () => {
    for (const error of [
      thrownAt(`Timeout._onTimeout (${root}/activities/bad.ts:1:562)`, 'listOnTimeout (node:internal/timers:581:17)'),
      thrownAt(`${root}/activities/bad.ts:3:1`, 'invoke (/opt/ensemble/dist/cli.js:3:1)'),
      thrownAt(`late (file://${root.replaceAll(' ', '%20')}/node_modules/lib/index.js:3:1)`),
      thrownAt('TCPConnectWrap.afterConnect [as oncomplete] (node:net:1637:16)'),
      null,
      'a text',
    ])
      expect(isOfWorkspace(error, root)).toBe(true)
  })

  test('is this program’s where that threw it, and ends the process', () => {
    expect(isOfWorkspace(thrownAt('flush (file:///opt/ensemble/dist/cli.js:3:1)'), root)).toBe(false)
    expect(isOfWorkspace(new Error('here'), root)).toBe(false)
  })
})
