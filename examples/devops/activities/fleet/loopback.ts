import { connect } from 'node:net'
import { serviceOf, type ServiceName } from './fleet.ts'

/** The address of an example's host name, as in a hosts file. */
const HOSTS: { readonly [host: string]: ServiceName } = {
  'shop.localhost': 'nginx',
  'orders.localhost': 'orders-api',
  'db.localhost': 'critical-db',
}
const LOOPBACK = '127.0.0.1'

export interface Endpoint {
  readonly host: string
  readonly port: number
}

export const isLoopback = (host: string): boolean => /^(?:localhost|(?:.+\.)localhost|127(?:\.\d{1,3}){3})$/i.test(host)

/** Why nothing is sent to this host: the answer that the model and the person get. */
export const outside = (host: string): string =>
  `${host} was not checked: this example stays on this machine and sends nothing to other hosts.`

/** Where a loopback name leads; undefined for another machine. A name without a service leads to the web server. */
export const endpointOf = async (host: string, port?: number): Promise<Endpoint | undefined> => {
  if (!isLoopback(host)) return undefined
  if (port !== undefined) return { host: LOOPBACK, port }
  const { port: own } = await serviceOf(HOSTS[host.toLowerCase()] ?? 'nginx')
  return { host: LOOPBACK, port: own }
}

/** Milliseconds until a TCP connection opens. Rejects without a listener. */
export const roundTrip = ({ host, port }: Endpoint, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const socket = connect({ host, port, signal, timeout: 2000 })
    const settle = (finish: () => void): void => {
      socket.destroy()
      finish()
    }
    socket.once('connect', () => settle(() => resolve(performance.now() - startedAt)))
    socket.once('timeout', () => settle(() => reject(new Error('no answer within two seconds'))))
    socket.once('error', (error) => settle(() => reject(error)))
  })

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
