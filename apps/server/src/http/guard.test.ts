import { describe, expect, test } from 'vitest'
import { type Guard, type GuardOptions, createGuard } from './guard.ts'
import { HttpProblem } from './http-problem.ts'

const OWN = { host: '127.0.0.1', machine: 'Studio', port: () => 4141, token: undefined, sessionToken: 's3ssion' }
const guardOf = (options: Partial<GuardOptions> = {}): Guard => createGuard({ ...OWN, ...options })
const from = (headers: Record<string, string>): Request =>
  new Request('http://127.0.0.1:4141/api/ideas', { headers: { host: '127.0.0.1:4141', ...headers } })

/** The status a check refuses a request with; undefined if it lets it pass. */
const refusal = (check: (request: Request) => void, headers: Record<string, string>): string | undefined => {
  try {
    check(from(headers))
    return undefined
  } catch (problem) {
    if (!(problem instanceof HttpProblem)) throw problem
    return `${problem.status} ${problem.code}`
  }
}
const page = { origin: 'http://127.0.0.1:4141', 'sec-fetch-site': 'same-origin' }
const cookie = 'ensemble-4141=s3ssion'

describe('a server answers for', () => {
  const answers = (host: string, options?: Partial<GuardOptions>): boolean =>
    refusal(guardOf(options).checkHost, { host }) === undefined

  test.each(['127.0.0.1:4141', 'localhost:4141', 'LOCALHOST', '[::1]:4141', '127.8.9.1'])(
    'the names of this machine for itself: %s',
    (host) => expect(answers(host)).toBe(true),
  )

  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.0.5:4141',
    'studio',
    'a b',
    '',
  ])('no other: %s', (host) => expect(refusal(guardOf().checkHost, { host })).toBe('421 host.refused'))

  test('the name that it listens on, in any case', () => {
    expect(answers('studio.lan:4141', { host: 'Studio.lan' })).toBe(true)
    expect(answers('other.lan:4141', { host: 'Studio.lan' })).toBe(false)
    expect(answers('192.168.0.5', { host: 'Studio.lan' })).toBe(false)
  })

  test.each(['0.0.0.0', '::'])('any address and its own name where it listens on all of them (%s)', (host) => {
    expect(answers('192.168.0.5:4141', { host })).toBe(true)
    expect(answers('[fe80::1]:4141', { host })).toBe(true)
    expect(answers('studio:4141', { host })).toBe(true)
    expect(answers('evil.example', { host })).toBe(false)
  })
})

describe('behind a proxy', () => {
  const PUBLIC = { publicOrigin: 'https://ensemble.example.com', token: 'a-token' }
  const guard = guardOf(PUBLIC)
  const authorization = 'Bearer a-token'

  test('the public name is answered, whether the proxy passes it on or not, and no other', () => {
    expect(refusal(guard.checkHost, { host: 'ensemble.example.com' })).toBeUndefined()
    expect(refusal(guard.checkHost, { host: '127.0.0.1:4141' })).toBeUndefined()
    expect(refusal(guard.checkHost, { host: 'evil.example' })).toBe('421 host.refused')
    expect(refusal(guardOf().checkHost, { host: 'ensemble.example.com' })).toBe('421 host.refused')
  })

  test('its page is let in with the token, and a page of another origin is not', () => {
    const own = { origin: 'https://ensemble.example.com', 'sec-fetch-site': 'same-origin' }
    for (const host of ['ensemble.example.com', '127.0.0.1:4141']) {
      expect(refusal(guard.checkCaller, { ...own, host, authorization })).toBeUndefined()
      expect(refusal(guard.checkCaller, { ...own, host })).toBe('401 token.missing')
    }
    const foreign = { origin: 'https://other.example.com', host: 'ensemble.example.com', authorization }
    expect(refusal(guard.checkCaller, foreign)).toBe('403 origin.refused')
  })

  test('the cookie goes over TLS only if the public address has it', () => {
    expect(guard.cookie()).toMatch(/; Secure$/)
    expect(guardOf().cookie()).not.toContain('Secure')
    expect(guardOf({ ...PUBLIC, publicOrigin: 'http://lan.example' }).cookie()).not.toContain('Secure')
  })
})

describe('without a token', () => {
  const { checkCaller, checkNewcomer, mayHaveCookie, isAuthorised } = guardOf()

  test('a program is let in, a page only with the cookie of its session', () => {
    expect(refusal(checkCaller, {})).toBeUndefined()
    expect(refusal(checkCaller, page)).toBe('401 token.missing')
    expect(refusal(checkCaller, { origin: page.origin })).toBe('401 token.missing')
    expect(refusal(checkCaller, { 'sec-fetch-site': 'same-origin' })).toBe('401 token.missing')
    expect(refusal(checkCaller, { ...page, cookie })).toBeUndefined()
    expect(refusal(checkCaller, { ...page, cookie: `theme=dark; ${cookie}; x=1` })).toBeUndefined()
  })

  test('a cookie of another session or of a server on another port doesn’t count', () => {
    for (const other of ['ensemble-4141=s3ssioN', 'ensemble-4141=', 'ensemble-4142=s3ssion', 'xensemble-4141=s3ssion'])
      expect(refusal(checkCaller, { ...page, cookie: other }), other).toBe('401 token.missing')
  })

  test('a token that no route requires lets no page in', () => {
    expect(refusal(checkCaller, { ...page, authorization: 'Bearer anything' })).toBe('401 token.missing')
    expect(isAuthorised(from({ authorization: 'Bearer anything' }))).toBe(true)
  })

  test('a page of this origin may come for its cookie, one of another may not', () => {
    expect(refusal(checkNewcomer, page)).toBeUndefined()
    expect(mayHaveCookie(from(page))).toBe(true)
    expect(refusal(checkNewcomer, { origin: 'http://evil.example' })).toBe('403 origin.refused')
    expect(guardOf().cookie()).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Strict`)
  })
})

describe('with a token', () => {
  const { checkCaller, checkNewcomer, mayHaveCookie } = guardOf({ token: 'correct horse' })
  const right = { authorization: 'Bearer correct horse' }

  test('every caller needs it, or the cookie that it was exchanged for', () => {
    expect(refusal(checkCaller, {})).toBe('401 token.missing')
    expect(refusal(checkCaller, page)).toBe('401 token.missing')
    expect(refusal(checkCaller, right)).toBeUndefined()
    expect(refusal(checkCaller, { authorization: 'bearer correct horse' })).toBeUndefined()
    expect(refusal(checkCaller, { ...page, cookie })).toBeUndefined()
    expect(refusal(checkCaller, { authorization: 'correct horse' })).toBe('401 token.missing')
  })

  test('a wrong one is refused even with a valid cookie', () => {
    expect(refusal(checkCaller, { ...page, cookie, authorization: 'Bearer wrong' })).toBe('401 token.missing')
  })

  test('the page gets its cookie only after it', () => {
    expect(refusal(checkNewcomer, page)).toBe('401 token.missing')
    expect(mayHaveCookie(from(page))).toBe(false)
    expect(refusal(checkNewcomer, { ...page, ...right })).toBeUndefined()
    expect(mayHaveCookie(from({ ...page, ...right }))).toBe(true)
  })

  test('the refusal says what to send', () => {
    expect(() => checkCaller(from({}))).toThrow('send "Authorization: Bearer <ENSEMBLE_TOKEN>"')
    expect(() => guardOf().checkCaller(from(page))).toThrow('ask GET /api/session')
  })
})

describe('a page of another place', () => {
  test.each<Record<string, string>>([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:4142' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused whatever it carries: %o', (headers) => {
    const carried = { ...headers, cookie, authorization: 'Bearer correct horse' }
    expect(refusal(guardOf({ token: 'correct horse' }).checkCaller, carried)).toBe('403 origin.refused')
  })

  test('is missing if the address was typed, or the server is behind TLS', () => {
    const { checkOrigin } = guardOf()
    expect(refusal(checkOrigin, { 'sec-fetch-site': 'none' })).toBeUndefined()
    expect(refusal(checkOrigin, { origin: 'https://127.0.0.1:4141' })).toBeUndefined()
  })
})
