import { EnsembleError } from '@ensemble/core'
import type { RateLimits } from '@ensemble/core/host'
import { type Endpoint, type OpenEndpoint, openEndpoint, splitAddress } from '../workspace/endpoint.ts'
import type { ApprovedCommands, AskedCommand } from './approved-commands.ts'
import type { ModelsOptions } from './models-options.ts'
import { commandLine } from './token-command.ts'

/** An endpoint as people see it; a key is never part of it. */
export interface ListedEndpoint {
  readonly name: string
  readonly baseUrl: string
  readonly source: 'environment' | 'workspace'
  readonly key: 'none' | 'given' | 'missing' | 'unapproved'
  /** The command that prints the key, as a person would type it. */
  readonly tokenCommand?: string
  /** `secret://NAME`, where ensemble.json names one. */
  readonly reference?: string
  readonly concurrency: number
  readonly limits?: RateLimits
  readonly fallback?: readonly string[]
}

/** A model at its endpoint. */
export interface Found extends OpenEndpoint {
  readonly endpoint: string
  /** As the endpoint knows it. */
  readonly model: string
}

/** The endpoints of ensemble.json, and the one of the environment. */
export interface KnownEndpoints {
  /** The endpoint and model of `ENDPOINT/model`. */
  readonly named: (name: string) => (Endpoint & { readonly endpoint: string; readonly model: string }) | undefined
  /** Where a model is asked, with keys; undefined if nowhere. Throws EnsembleError `secret.missing`. */
  readonly find: (name: string) => Found | undefined
  readonly list: () => Promise<readonly ListedEndpoint[]>
}

const OPENAI = 'https://api.openai.com/v1'
export const DEFAULT_CONCURRENCY = 8

/** The command that prints an endpoint's key, to be approved. */
export const askedOf = ({
  endpoint,
  baseUrl,
  tokenCommand,
}: Pick<Endpoint, 'baseUrl' | 'tokenCommand'> & { readonly endpoint: string }): AskedCommand | undefined =>
  tokenCommand && { endpoint, baseUrl, command: tokenCommand }

export const createKnownEndpoints = ({
  settings: { openai },
  manifest,
  secret,
  approved,
}: Pick<ModelsOptions, 'settings' | 'manifest' | 'secret' | 'approved'>): KnownEndpoints => {
  // OPENAI_BASE_URL may have parameters, such as the version that Azure wants.
  const address = openai && (splitAddress(openai.baseUrl ?? OPENAI) ?? { baseUrl: openai.baseUrl ?? OPENAI, query: {} })
  const fromEnvironment = address && { ...address, apiKey: openai?.apiKey ?? '', headers: {}, body: {}, secrets: [] }

  const named: KnownEndpoints['named'] = (name) => {
    const slash = name.indexOf('/')
    const endpoint = slash < 0 ? undefined : manifest().endpoints.get(name.slice(0, slash))
    return endpoint && { ...endpoint, endpoint: name.slice(0, slash), model: name.slice(slash + 1) }
  }

  const find: KnownEndpoints['find'] = (name) => {
    const own = named(name)
    if (own === undefined) return fromEnvironment && { ...fromEnvironment, endpoint: 'openai', model: name }
    const opened = openEndpoint(own, secret)
    if ('missing' in opened)
      throw new EnsembleError(
        'secret.missing',
        `The endpoint "${own.endpoint}" needs ${opened.missing}, which has no value. Set it in Settings or in the environment.`,
      )
    return { ...opened, endpoint: own.endpoint, model: own.model }
  }

  const listed = async ([name, endpoint]: readonly [string, Endpoint]): Promise<ListedEndpoint> => {
    const { baseUrl, key, concurrency, limits, fallback, secrets } = endpoint
    const missing = secrets.find((reference) => secret(reference) === undefined)
    const reference = key ?? missing ?? secrets[0]
    const asked = askedOf({ ...endpoint, endpoint: name })
    return {
      name,
      baseUrl,
      source: 'workspace',
      key: await keyState(approved, asked, secrets.length > 0, missing !== undefined),
      ...(asked && { tokenCommand: commandLine(asked.command) }),
      ...(reference !== undefined && { reference }),
      concurrency,
      ...(limits && { limits }),
      ...(fallback && { fallback }),
    }
  }

  const ofEnvironment: readonly ListedEndpoint[] =
    fromEnvironment === undefined
      ? []
      : [
          {
            name: 'openai',
            baseUrl: fromEnvironment.baseUrl,
            source: 'environment',
            key: openai?.apiKey === undefined ? 'none' : 'given',
            concurrency: DEFAULT_CONCURRENCY,
          },
        ]
  return {
    named,
    find,
    list: async () => [...ofEnvironment, ...(await Promise.all([...manifest().endpoints].map(listed)))],
  }
}

const keyState = async (
  approved: ApprovedCommands,
  asked: AskedCommand | undefined,
  hasSecrets: boolean,
  isMissing: boolean,
): Promise<ListedEndpoint['key']> => {
  if (asked !== undefined && !(await approved.has(approved.hashOf(asked)))) return 'unapproved'
  if (!hasSecrets && asked === undefined) return 'none'
  return isMissing ? 'missing' : 'given'
}
