import { isIP, isIPv6 } from 'node:net'
import { isPrivateAddress } from '../egress/addresses.ts'

/** One machine may have a whole network of IPv6: it is one caller. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  // One network can be written in many ways; a URL writes it in one.
  const { hostname } = new URL(`http://[${plain}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const gap = hostname.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`
}

/**
 * Who asks, for limits: the address at the other end, or the one that a proxy of this network names last in
 * `X-Forwarded-For`. A caller can write that header itself, so that only such a proxy is believed, and only an address:
 * any other text would make a new caller of each request.
 */
export const callerOf = (request: Request, peer: string | undefined, isBehindProxy: boolean): string => {
  const named = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  const isProxy = isBehindProxy && isIP(named) !== 0 && (peer === undefined || isPrivateAddress(peer))
  return networkOf(isProxy ? named : (peer ?? 'local'))
}
