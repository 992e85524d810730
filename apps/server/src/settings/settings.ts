import { isAbsolute } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { toBasePath } from '../http/base-path.ts'

/** The command line's values; every field as written, undefined if missing. */
export interface Flags {
  readonly workspace?: string
  readonly port?: string
  readonly host?: string
  readonly 'base-path'?: string
  readonly model?: string
  readonly profile?: string
  readonly open?: boolean
}

export type Environment = { readonly [name: string]: string | undefined }

/** Every setting of the process from outside, checked (docs/contract/api.md#starting). */
export interface Settings {
  readonly host: string
  /** 0 lets the system choose a free one. */
  readonly port: number
  /** As it was named; undefined: the one here or above. */
  readonly workspace: string | undefined
  readonly token: string | undefined
  /** The origin that people open, where a proxy is in front: `https://ensemble.example.com`. */
  readonly publicOrigin: string | undefined
  /** Before every address of this server, as `/ensemble`; empty at the root. */
  readonly basePath: string
  /** The Postgres that records Runs; undefined: a file of the workspace. */
  readonly database: string | undefined
  readonly openai: { readonly apiKey?: string; readonly baseUrl?: string } | undefined
  readonly model: string | undefined
  readonly profile: string | undefined
  /** 1 = as fast as a person can follow, 0 = no delays. */
  readonly simulatedPace: number
  /** The value behind `secret://NAME`: the environment's NAME. */
  readonly secret: (reference: string) => string | undefined
  readonly openBrowser: boolean
  /** A build machine: no person would see a fallback. */
  readonly isCi: boolean
  /** The variables that OpenTelemetry itself defines, by their names. */
  readonly otel: Environment
  /** Where a workspace is kept for a user who named none. */
  readonly dataHome: string
  /** The user's own folder. */
  readonly home: string
  /** Programs with windows can be started for the person who started the server. */
  readonly hasDesktop: boolean
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

const refuse = (setting: string, message: string): never => {
  throw new EnsembleError('settings.invalid', `${setting} ${message}`)
}

interface Given {
  readonly setting: string
  readonly value: string
}

const given = (flag: string, flagValue: string | undefined, name: string, environment: Environment): Given | null => {
  if (flagValue !== undefined) return { setting: flag, value: flagValue }
  const value = environment[name]
  return value === undefined || value === '' ? null : { setting: name, value }
}

const toPort = (from: Given | null): number => {
  if (from === null) return 4141
  const port = /^\d{1,5}$/.test(from.value) ? Number(from.value) : Number.NaN
  return port <= 65_535
    ? port
    : refuse(from.setting, `must be a whole number from 0 to 65535, but it is "${from.value}".`)
}

const toPace = (value: string | undefined): number => {
  if (value === undefined || value === '') return 1
  const pace = Number(value)
  return Number.isFinite(pace) && pace >= 0 && pace <= 100
    ? pace
    : refuse('ENSEMBLE_SIMULATED_PACE', `must be a number from 0 (no delays) to 100, but it is "${value}".`)
}

const toBaseUrl = (value: string | undefined): string | undefined => {
  if (value === undefined || value === '') return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return refuse('OPENAI_BASE_URL', `must be an address such as http://127.0.0.1:11434/v1, but it is "${value}".`)
  if (url.username !== '' || url.password !== '')
    return refuse('OPENAI_BASE_URL', 'must not hold a name or password; give the key in OPENAI_API_KEY.')
  return value.replace(/\/+$/, '')
}

/** A header value, without the line end or space that a file or a shell left at its end. */
const toKey = (setting: string, environment: Environment): string | undefined => {
  const value = environment[setting]?.trim() ?? ''
  if (value === '') return undefined
  return /^[\x20-\x7e]+$/.test(value)
    ? value
    : refuse(setting, 'must be of plain letters, digits and signs in one line: nothing else can be sent in a header.')
}

const toDatabase = (value: string | undefined): string | undefined => {
  if (value === undefined || value === '') return undefined
  const isPostgres = URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol)
  // Not shown: it may hold a password.
  return isPostgres
    ? value
    : refuse(
        'DATABASE_URL',
        'must be an address such as postgres://user:password@host:5432/database; unset it to use the embedded database.',
      )
}

/** The address that people open; its path is the base path. */
const toPublicUrl = (value: string | undefined, token: string | undefined): URL | undefined => {
  if (value === undefined || value === '') return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    return refuse(
      'ENSEMBLE_PUBLIC_URL',
      `must be an address such as https://example.com/ensemble, but it is "${value}".`,
    )
  if (url.search !== '' || url.hash !== '')
    return refuse('ENSEMBLE_PUBLIC_URL', `must end after its path, but it is "${value}".`)
  if (token === undefined)
    return refuse(
      'ENSEMBLE_TOKEN',
      'must be set with ENSEMBLE_PUBLIC_URL, because other machines can reach that address.',
    )
  return url
}

/** As given; else the path of the public address. Both may be set if they agree. */
const chooseBasePath = (from: Given | null, publicUrl: URL | undefined): string => {
  const ofPublic = publicUrl === undefined ? '' : toBasePath('The path of ENSEMBLE_PUBLIC_URL', publicUrl.pathname)
  if (from === null) return ofPublic
  const basePath = toBasePath(from.setting, from.value)
  return ofPublic === '' || ofPublic === basePath
    ? basePath
    : refuse(from.setting, `is "${from.value}", but ENSEMBLE_PUBLIC_URL ends with "${ofPublic}": set one of them.`)
}

const toHost = (from: Given | null): string => {
  if (from === null) return '127.0.0.1'
  const host = from.value.replace(/^\[(.*)\]$/, '$1')
  return /^[A-Za-z0-9.:_-]+$/.test(host)
    ? host
    : refuse(from.setting, `must be an address or a host name, but it is "${from.value}".`)
}

/** The XDG Base Directory Specification passes over a relative path: it would lead to another folder from each one. */
const toDataHome = (value: string | undefined, home: string): string =>
  value !== undefined && isAbsolute(value) ? value : `${home}/.local/share`

/** Values of `CI` that say: this is an ordinary machine. */
const NO_CI: readonly string[] = ['', '0', 'false', 'no', 'off']

/**
 * Flags override the environment; the workspace's ensemble.json comes last. Throws EnsembleError `settings.invalid`
 * that names the setting.
 */
export const parseSettings = (flags: Flags, environment: Environment, home: string): Settings => {
  const isCi = !NO_CI.includes((environment['CI'] ?? '').trim().toLowerCase())
  const host = toHost(given('--host', flags.host, 'HOST', environment))
  const token = toKey('ENSEMBLE_TOKEN', environment)
  if (!isLoopback(host) && token === undefined)
    refuse('ENSEMBLE_TOKEN', `must be set to listen on ${host}, because other machines can reach that address.`)
  const publicUrl = toPublicUrl(environment['ENSEMBLE_PUBLIC_URL'], token)
  const apiKey = toKey('OPENAI_API_KEY', environment)
  const baseUrl = toBaseUrl(environment['OPENAI_BASE_URL'])
  return {
    host,
    port: toPort(given('--port', flags.port, 'PORT', environment)),
    workspace: given('--workspace', flags.workspace, 'ENSEMBLE_WORKSPACE', environment)?.value,
    token,
    publicOrigin: publicUrl?.origin,
    basePath: chooseBasePath(given('--base-path', flags['base-path'], 'ENSEMBLE_BASE_PATH', environment), publicUrl),
    database: toDatabase(environment['DATABASE_URL']),
    openai:
      apiKey === undefined && baseUrl === undefined
        ? undefined
        : { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) },
    model: given('--model', flags.model, 'ENSEMBLE_MODEL', environment)?.value,
    profile: flags.profile,
    simulatedPace: toPace(environment['ENSEMBLE_SIMULATED_PACE']),
    secret: (reference) => environment[reference.replace(/^secret:\/\//, '')],
    otel: Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('OTEL_'))),
    openBrowser: flags.open !== false && !isCi && environment['BROWSER'] !== 'none' && isLoopback(host),
    isCi,
    dataHome: toDataHome(environment['XDG_DATA_HOME'], home),
    home,
    hasDesktop:
      !isCi && (process.platform !== 'linux' || Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'])),
  }
}
