import { describe, expect, it } from 'vitest'
import { createServerLog } from './server-log.ts'

const open = () => {
  let now = 0
  const log = createServerLog(
    (text) => text.replaceAll('sesame', '***'),
    () => now,
  )
  return { log, wait: (ms: number) => void (now += ms), texts: () => log.lines().map(({ text }) => text) }
}

describe('the log of an MCP server', () => {
  it('keeps each line that says something, without secrets, and who said it when', () => {
    const { log, wait } = open()
    log.add('stderr', 'one\r\n\n  \ntwo sesame\n')
    wait(1500)
    log.add('server', 'three')
    expect(log.lines()).toEqual([
      { at: '1970-01-01T00:00:00.000Z', from: 'stderr', text: 'one' },
      { at: '1970-01-01T00:00:00.000Z', from: 'stderr', text: 'two ***' },
      { at: '1970-01-01T00:00:01.500Z', from: 'server', text: 'three' },
    ])
    expect(log.fault()).toBe('two ***')
  })

  it('names the line that tells of a fault, not the stack and the version that come after it', () => {
    const { log } = open()
    expect(log.fault()).toBeUndefined()
    log.add('stderr', 'Error: an older one\n')
    log.add('state', 'starting')
    log.add(
      'stderr',
      "Error: Cannot find module '/a.mjs'\n    at throwError (a.js:1:1) {\n  code: 'X'\n}\n\nNode.js v20\n",
    )
    expect(log.fault()).toBe("Error: Cannot find module '/a.mjs'")
    log.add('state', 'starting')
    log.add('stderr', 'Listening\nBye\n')
    expect(log.fault()).toBe('Bye')
  })

  it('joins pieces of an error line, so that no secret is split over two', () => {
    const { log, texts } = open()
    log.add('stderr', 'key ses')
    log.add('server', 'meanwhile')
    log.add('stderr', 'ame, te')
    log.add('stderr', 'xt\nnext')
    expect(texts()).toEqual(['key ***, text', 'meanwhile', 'next'])
    log.add('stderr', '\n')
    log.add('stderr', 'last\n')
    expect(texts().slice(-2)).toEqual(['next', 'last'])
  })

  it('takes a line without an end for several, so that it stays of a length that can be kept', () => {
    const { log, texts } = open()
    for (let piece = 0; piece < 50; piece++) log.add('stderr', 'x'.repeat(999))
    expect(texts().length).toBeGreaterThan(1)
    for (const text of texts()) expect(text.length).toBeLessThanOrEqual(1001)
  })

  it('cuts a long line, and forgets the oldest of more than two hundred', () => {
    const { log, texts } = open()
    log.add('state', 'x'.repeat(1000))
    log.add('state', 'x'.repeat(1001))
    expect(texts().map(({ length }) => length)).toEqual([1000, 1001])
    expect(texts()[1]).toMatch(/x…$/)
    for (let line = 0; line < 200; line++) log.add('state', `line ${line}`)
    expect([texts().length, texts()[0], texts().at(-1)]).toEqual([200, 'line 0', 'line 199'])
  })

  it('keeps a hundred lines of a second and says how many more there were; what Ensemble tells is always kept', () => {
    const { log, wait, texts } = open()
    for (let line = 0; line < 130; line++) log.add('stderr', `line ${line}\n`)
    log.add('state', 'ended')
    expect([texts().length, texts().at(-2), texts().at(-1)]).toEqual([101, 'line 99', 'ended'])
    wait(1000)
    log.add('server', 'later')
    expect(texts().slice(-2)).toEqual(['30 more lines were not kept.', 'later'])
    wait(1000)
    log.add('server', 'last')
    expect(texts().at(-2)).toBe('later')
  })
})
