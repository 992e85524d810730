import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { isLoopback } from '../settings/settings.ts'
import { HttpProblem } from './http-problem.ts'

/** Who may talk to this server (docs/reliability.md). */
export interface GuardOptions {
  /** As configured: the names that `Host` may have besides loopback names. */
  readonly host: string
  /** This machine's own name, allowed where the server listens on every address. */
  readonly machine: string
  readonly port: () => number
  /** ENSEMBLE_TOKEN: where set, every caller needs it. */
  readonly token: string | undefined
  /** The origin that people open, where a proxy is in front. */
  readonly publicOrigin?: string | undefined
  /** Before every address of this server, as `/ensemble`; empty at the root. */
  readonly basePath?: string | undefined
  /** Made at start; a browser carries it in its cookie. */
  readonly sessionToken: string
}

export interface Guard {
  /** Throws HttpProblem 421 when `Host` is not one of this server's names. */
  checkHost(request: Request): void
  /** Throws HttpProblem 403 for another site's page. */
  checkOrigin(request: Request): void
  /** Throws HttpProblem 403 for another site's page, 401 for a caller without the token. */
  checkCaller(request: Request): void
  /** As `checkCaller`, but a page of this origin may come without a cookie: it is about to get one. */
  checkNewcomer(request: Request): void
  /** Whether the page's own document may bring the cookie along: on loopback without a token, or after the token. */
  readonly mayHaveCookie: (request: Request) => boolean
  /** The cookie for a page of this server. */
  readonly cookie: () => string
  readonly isAuthorised: (request: Request) => boolean
}

const hostNameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1') : undefined

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

const cookieOf = (request: Request, name: string): string | undefined =>
  request.headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const isBrowser = (request: Request): boolean => request.headers.has('origin') || request.headers.has('sec-fetch-site')

export const createGuard = (options: GuardOptions): Guard => {
  const isSecure = options.publicOrigin?.startsWith('https:') === true
  const cookieName = (): string => `ensemble-${options.port()}`

  const publicHost = options.publicOrigin === undefined ? undefined : new URL(options.publicOrigin).hostname

  const isOwnHost = (name: string): boolean =>
    isLoopback(name) ||
    name === publicHost ||
    name === options.host.toLowerCase() ||
    (isWildcard(options.host) && (isIP(name) !== 0 || name === options.machine.toLowerCase()))

  const checkHost = (request: Request): void => {
    const host = request.headers.get('host') ?? ''
    const name = hostNameOf(host)
    if (name === undefined || !isOwnHost(name))
      throw new HttpProblem(421, 'host.refused', `This server does not answer for the host "${host.slice(0, 100)}".`)
  }

  const checkOrigin = (request: Request): void => {
    const origin = request.headers.get('origin')
    const host = request.headers.get('host') ?? ''
    const own = [`http://${host}`, `https://${host}`, options.publicOrigin]
    if (origin !== null && !own.includes(origin))
      throw new HttpProblem(403, 'origin.refused', 'Pages of another origin may not use this server.')
    const site = request.headers.get('sec-fetch-site')
    if (site !== null && site !== 'same-origin' && site !== 'none')
      throw new HttpProblem(403, 'origin.refused', 'Pages of another site may not use this server.')
  }

  const bearerOf = (request: Request): string | undefined =>
    /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

  const hasToken = (request: Request): boolean => {
    const bearer = bearerOf(request)
    if (bearer !== undefined) return options.token !== undefined && isSame(bearer, options.token)
    const cookie = cookieOf(request, cookieName())
    return cookie !== undefined && isSame(cookie, options.sessionToken)
  }

  const isAuthorised = (request: Request): boolean =>
    hasToken(request) || (options.token === undefined && !isBrowser(request))

  const refuse = (): never => {
    throw new HttpProblem(
      401,
      'token.missing',
      options.token === undefined
        ? 'This page has no session with the server: ask GET /api/session for one.'
        : 'This server needs its token: send "Authorization: Bearer <ENSEMBLE_TOKEN>".',
      { headers: { 'www-authenticate': 'Bearer realm="ensemble"' } },
    )
  }

  return {
    checkHost,
    checkOrigin,
    isAuthorised,
    mayHaveCookie: (request) => options.token === undefined || hasToken(request),
    checkCaller: (request) => {
      checkOrigin(request)
      if (!isAuthorised(request)) refuse()
    },
    checkNewcomer: (request) => {
      checkOrigin(request)
      if (options.token !== undefined && !hasToken(request)) refuse()
    },
    cookie: () =>
      `${cookieName()}=${options.sessionToken}; Path=${options.basePath ?? ''}/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  }
}
