import { EnsembleError, type Model } from '@ensemble/core'
import type { ModelSource } from '@ensemble/core/model'
import { type ApiName, type Examination, examineApis, examineEndpoint } from '@ensemble/core/host'
import type { OpenAiOptions } from '@ensemble/core/openai'
import type { Settings } from '../settings/settings.ts'
import { type Endpoint, type OpenEndpoint, openEndpoint, splitAddress } from '../workspace/endpoint.ts'
import type { Manifest } from '../workspace/manifest.ts'
import type { ApprovedCommands, AskedCommand } from './approved-commands.ts'
import type { Examinations, Examined } from './examinations.ts'
import { listModels } from './list-models.ts'
import { type Tokens, commandLine } from './token-command.ts'

export const SIMULATED = 'simulated'
/** For an endpoint from OPENAI_API_KEY or OPENAI_BASE_URL without a model. */
const USUAL_MODEL = 'gpt-5.2'
const OPENAI = 'https://api.openai.com/v1'

/** Which models there are, and what a run gets that names none. */
export interface Models {
  readonly defaults: () => { readonly model: string; readonly profile: string }
  /** The name of the model that answers for a name, or for none. */
  readonly answering: (name: string | undefined) => string
  readonly list: () => readonly ListedModel[]
  /** Model calls at a time. */
  readonly concurrency: (endpoint: string) => number
  /** Loads what talks to endpoints, where there are any. */
  readonly load: () => Promise<ModelSource>
  /** Endpoints were given or taken away: what talks to them is loaded before the next Request. */
  readonly refresh: () => Promise<void>
  readonly endpoints: () => Promise<readonly ListedEndpoint[]>
  /** Asks an endpoint for its models, which `list` holds from then on. Throws EnsembleError. */
  readonly listAt: (endpoint: string) => Promise<readonly string[]>
  /** Tries a model with a few questions and remembers what it did. Throws ModelError or EnsembleError. */
  readonly examine: (name: string, signal: AbortSignal) => Promise<Examined>
}

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
}

export interface ListedModel {
  readonly name: string
  readonly simulated: boolean
  readonly endpoint: string
  readonly default: boolean
  /** Its behaviour when last tried. */
  readonly examined?: Examined
}

export interface ModelsOptions {
  readonly settings: Settings
  readonly manifest: () => Manifest
  readonly fetch: typeof globalThis.fetch
  /** `secret://NAME` → its value; undefined if it has none. */
  readonly secret: (reference: string) => string | undefined
  readonly createSimulated: () => Model
  readonly examinations: Examinations
  readonly approved: ApprovedCommands
  readonly tokens: Tokens
}

interface Found extends OpenEndpoint {
  readonly endpoint: string
  /** As the endpoint knows it. */
  readonly model: string
}

/** OPENAI_BASE_URL may have parameters, such as the version that Azure wants. */
const environmentEndpoint = ({ apiKey = '', baseUrl = OPENAI }: NonNullable<Settings['openai']>): OpenEndpoint => ({
  ...(splitAddress(baseUrl) ?? { baseUrl, query: {} }),
  apiKey,
  headers: {},
  body: {},
  secrets: [],
})

interface Commanded {
  readonly endpoint: string
  readonly baseUrl: string
  readonly tokenCommand?: readonly string[]
}

const askedOf = ({ endpoint, baseUrl, tokenCommand }: Commanded): AskedCommand | undefined =>
  tokenCommand && { endpoint, baseUrl, command: tokenCommand }

/**
 * Models by name: `simulated`, `ENDPOINT/model` of ensemble.json, any other name at the environment's endpoint. Without
 * one the simulated model answers, and says so.
 */
export const createModels = (options: ModelsOptions): Models => {
  const { settings, manifest, fetch, secret, createSimulated, examinations, approved, tokens } = options
  const { openai } = settings
  const fromEnvironment = openai && environmentEndpoint(openai)
  const listedAt = new Map<string, readonly string[]>()
  let adapter: typeof import('@ensemble/core/openai') | undefined

  const refresh = async (): Promise<void> => {
    if (openai !== undefined || manifest().endpoints.size > 0) adapter ??= await import('@ensemble/core/openai')
  }

  const atEndpoint = (name: string): (Endpoint & { readonly endpoint: string; readonly model: string }) | undefined => {
    const slash = name.indexOf('/')
    const endpoint = slash < 0 ? undefined : manifest().endpoints.get(name.slice(0, slash))
    return endpoint && { ...endpoint, endpoint: name.slice(0, slash), model: name.slice(slash + 1) }
  }

  const find = (name: string): Found | undefined => {
    const own = atEndpoint(name)
    if (own === undefined) return fromEnvironment && { ...fromEnvironment, endpoint: 'openai', model: name }
    const opened = openEndpoint(own, secret)
    if ('missing' in opened)
      throw new EnsembleError(
        'secret.missing',
        `The endpoint "${own.endpoint}" needs ${opened.missing}, which has no value. Set it in Settings or in the environment.`,
      )
    return { ...opened, endpoint: own.endpoint, model: own.model }
  }

  const defaultModel = (): string => {
    const wanted = settings.model ?? manifest().model
    if (wanted !== undefined && (wanted === SIMULATED || openai !== undefined || atEndpoint(wanted) !== undefined))
      return wanted
    return openai === undefined ? SIMULATED : USUAL_MODEL
  }
  const defaults = (): { readonly model: string; readonly profile: string } => {
    const model = defaultModel()
    const defaultProfile = model === SIMULATED ? 'offline' : (manifest().profile ?? 'production')
    return { model, profile: settings.profile ?? defaultProfile }
  }

  const simulated = createSimulated()
  const known = new Map<string, Model>()
  const optionsFor = (found: Found, name: string): OpenAiOptions => {
    const { endpoint: slots, tokenCommand: _, ...reach } = found
    const command = askedOf(found)
    const token = command && { get: () => tokens.of(command), forget: () => tokens.forget(command) }
    return { ...reach, name, slots, fetch, ...(token && { token }) }
  }
  const source: ModelSource = (asked) => {
    const name = asked ?? defaults().model
    const found = name === SIMULATED ? undefined : find(name)
    if (found === undefined || adapter === undefined) return simulated
    const capabilities = examinations.of(found.baseUrl, name)?.capabilities
    // A key given meanwhile, other headers or another examination make another model.
    const key = JSON.stringify([name, found, capabilities])
    const wanted = { ...optionsFor(found, name), ...(capabilities && { capabilities }) }
    const model = known.get(key) ?? adapter.createOpenAiModel(wanted)
    known.set(key, model)
    return model
  }

  const tryApis = (found: Found | undefined, name: string, signal: AbortSignal): Promise<Examination> => {
    const { createOpenAiModel } = adapter ?? {}
    if (found === undefined || createOpenAiModel === undefined) return examineEndpoint(simulated, signal)
    const create = (api: ApiName): Model => createOpenAiModel({ ...optionsFor(found, name), api })
    return found.api === undefined ? examineApis(create, signal) : examineEndpoint(create(found.api), signal)
  }

  const listed = async ([name, endpoint]: readonly [string, Endpoint]): Promise<ListedEndpoint> => {
    const { baseUrl, key, concurrency, secrets } = endpoint
    const missing = secrets.find((reference) => secret(reference) === undefined)
    const reference = key ?? missing ?? secrets[0]
    const asked = askedOf({ ...endpoint, endpoint: name })
    const hash = asked && approved.hashOf(asked)
    const state = missing === undefined ? 'given' : 'missing'
    return {
      name,
      baseUrl,
      source: 'workspace',
      key:
        hash !== undefined && !(await approved.has(hash))
          ? 'unapproved'
          : secrets.length === 0 && hash === undefined
            ? 'none'
            : state,
      ...(asked && { tokenCommand: commandLine(asked.command) }),
      ...(reference !== undefined && { reference }),
      concurrency,
    }
  }

  return {
    defaults,
    answering: (asked) => {
      const name = asked ?? defaults().model
      return openai !== undefined || atEndpoint(name) !== undefined ? name : SIMULATED
    },
    concurrency: (endpoint) => manifest().endpoints.get(endpoint)?.concurrency ?? 8,
    list: () => {
      const { model } = defaults()
      const toListed = (name: string): ListedModel => {
        const examined = examinations.all().find((each) => each.model === name)
        return {
          name,
          simulated: name === SIMULATED,
          endpoint: name === SIMULATED ? SIMULATED : (atEndpoint(name)?.endpoint ?? 'openai'),
          default: name === model,
          ...(examined !== undefined && { examined }),
        }
      }
      const isHere = (name: string): boolean => atEndpoint(name) !== undefined || openai !== undefined
      const remembered = examinations.all().map((each) => each.model)
      return [...new Set([model, SIMULATED, ...[...listedAt.values()].flat(), ...remembered.filter(isHere)])].map(
        toListed,
      )
    },
    endpoints: async () => [
      ...(openai === undefined
        ? []
        : [
            {
              name: 'openai',
              baseUrl: fromEnvironment?.baseUrl ?? OPENAI,
              source: 'environment' as const,
              key: openai.apiKey === undefined ? ('none' as const) : ('given' as const),
              concurrency: 8,
            },
          ]),
      ...(await Promise.all([...manifest().endpoints].map(listed))),
    ],
    listAt: async (endpoint) => {
      const isOwn = manifest().endpoints.has(endpoint)
      const found = isOwn || endpoint === 'openai' ? find(isOwn ? `${endpoint}/` : endpoint) : undefined
      if (found === undefined)
        throw new EnsembleError('endpoint.unknown', `There is no endpoint "${endpoint}" in ensemble.json.`)
      const asked = askedOf(found)
      const reached = asked ? { ...found, apiKey: await tokens.of(asked) } : found
      const names = (await listModels(reached, fetch)).map((name) => (isOwn ? `${endpoint}/${name}` : name))
      listedAt.set(endpoint, names)
      return names
    },
    examine: async (name, signal) => {
      await refresh()
      const found = name === SIMULATED ? undefined : find(name)
      if (found === undefined && name !== SIMULATED)
        throw new EnsembleError('endpoint.unknown', `No endpoint of this workspace has a model "${name}".`)
      const examined = { ...(await tryApis(found, name, signal)), at: new Date().toISOString() }
      await examinations.keep(examined)
      return examined
    },
    refresh,
    load: async () => {
      await refresh()
      return source
    },
  }
}
