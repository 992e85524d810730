import { describe, expect, test } from 'vitest'
import { callerOf } from './caller.ts'

const PROXY = '127.0.0.1'

const named = (forwarded: string | undefined, peer: string | undefined = PROXY, isBehindProxy = true): string =>
  callerOf(
    new Request('http://localhost/', { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }),
    peer,
    isBehindProxy,
  )

describe('the caller', () => {
  test('is the last address that a proxy of this network names', () => {
    expect(named('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(named('203.0.113.7', '198.51.100.9')).toBe('198.51.100.9')
    expect(named('203.0.113.7', PROXY, false)).toBe(PROXY)
    expect(named(undefined)).toBe(PROXY)
  })

  test('is the other end where the proxy names no address', () => {
    for (const text of [
      '',
      'a',
      'unknown',
      '203.0.113.7:80',
      '203.0.113',
      '[2001:db8::1]',
      '203.0.113.7, ',
      '1e3',
      '::g',
    ])
      expect(named(text), text).toBe(PROXY)
  })

  test('is a whole network of IPv6, however it is written', () => {
    for (const text of [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff::',
      '2001:0db8:0001:0002:0:0:0:9',
      '2001:db8:1:2::1.2.3.4',
    ])
      expect(named(text), text).toBe('2001:db8:1:2::/64')
    expect(named('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(named('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
    expect(named('1::2:3:4:5:1.2.3.4')).toBe('1:0:2:3::/64')
    expect(named(undefined, 'fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(named('::ffff:203.0.113.7')).toBe('203.0.113.7')
  })
})
