import { vi } from 'vitest'

/**
 * A server that gives the page its cookie and no other answer. Without the cookie, requests of later test files of this
 * process would wait for ever.
 */
export const stubSilentServer = (): void => {
  vi.stubGlobal('fetch', (url: string) =>
    url === '/api/session' ? Promise.resolve(Response.json({})) : new Promise(() => undefined),
  )
}
