import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  readonly host: string
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Someone else's server, on this machine. */
export const listenOnLoopback = async (answer: RequestListener): Promise<Loopback> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an AddressInfo.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
