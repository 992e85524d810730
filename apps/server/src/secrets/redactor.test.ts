import { describe, expect, test } from 'vitest'
import { createRedactor } from './redactor.ts'

const SECRET = 'canary-7f3e9a51'
const knowing = (...secrets: readonly string[]) => {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.know(secret)
  return redactor
}

describe('a redactor', () => {
  test('that knows nothing takes nothing out', () => {
    const { redact, openEnd, isIn } = createRedactor()
    expect(redact(SECRET)).toBe(SECRET)
    expect(openEnd(SECRET)).toBe(0)
    expect(isIn(Buffer.from(SECRET))).toBe(false)
  })

  test('takes out every value that it has, at any place', () => {
    const { redact } = knowing(SECRET, 'other-secret')
    expect(redact(`a ${SECRET}, b other-secret, c ${SECRET}`)).toBe('a [secret], b [secret], c [secret]')
  })

  test('leaves a value that is too short to tell from ordinary text', () => {
    expect(knowing('password'.slice(0, 7)).redact('passwor')).toBe('passwor')
    expect(knowing('password').redact('password')).toBe('[secret]')
  })

  test('leaves no end of a value that another begins, in any order', () => {
    const longer = `${SECRET}-and-more`
    for (const secrets of [
      [SECRET, longer],
      [longer, SECRET, longer],
    ])
      expect(knowing(...secrets).redact(`${longer} ${SECRET}`)).toBe('[secret] [secret]')
  })

  test('knows a value in all its ways of writing, though it is one way of writing another', () => {
    const hex = Buffer.from(SECRET).toString('hex')
    const { redact } = knowing(SECRET, hex)
    expect(redact(Buffer.from(hex).toString('base64'))).toContain('[secret]')
  })

  test('takes a value as it is, whatever its characters mean elsewhere', () => {
    const odd = '.*+?^${}()|[]\\'
    expect(knowing(odd).redact(`a${odd}b`)).toBe('a[secret]b')
    expect(knowing(odd).redact('ordinary text')).toBe('ordinary text')
  })
})

describe('the end of a text is open', () => {
  test('as far as it may begin a value: the longest such end', () => {
    const { openEnd } = knowing(SECRET, 'y-canary-and-more')
    expect(openEnd('a')).toBe(0)
    expect(openEnd('see can')).toBe(3)
    expect(openEnd(`see ${SECRET.slice(0, -1)}`)).toBe(SECRET.length - 1)
    expect(openEnd('see y-canary')).toBe('y-canary'.length)
    expect(openEnd(`${SECRET.slice(0, -1)}x`)).toBe(0)
    expect(openEnd('')).toBe(0)
  })

  test('but not where a value is whole', () => {
    expect(knowing(SECRET).openEnd(`see ${SECRET}`)).toBe(0)
  })
})

describe('a file holds a value', () => {
  test('anywhere in its bytes, and in any part of a larger buffer', () => {
    const { isIn } = knowing(SECRET)
    const bytes = Buffer.concat([Buffer.from([0, 255]), Buffer.from(SECRET), Buffer.from([1])])
    expect(isIn(bytes)).toBe(true)
    expect(isIn(bytes.subarray(0, 8))).toBe(false)
    expect(isIn(bytes.subarray(2))).toBe(true)
    expect(isIn(Buffer.from(Buffer.from(SECRET).toString('base64')))).toBe(true)
  })
})
