import { EnsembleError, type Model, type ModelSource } from '@ensemble/core'
import type { OpenAiOptions } from '@ensemble/core/openai'
import type { Settings } from '../settings/settings.ts'
import type { Endpoint, Manifest } from '../workspace/manifest.ts'

export const SIMULATED = 'simulated'
/** For an endpoint given by OPENAI_API_KEY or OPENAI_BASE_URL where nobody named a model. */
const USUAL_MODEL = 'gpt-5.2'
const OPENAI = 'https://api.openai.com/v1'

/** Which models there are, and what a run gets that names none. */
export interface Models {
  readonly defaults: () => { readonly model: string; readonly profile: string }
  readonly list: () => readonly ListedModel[]
  /** Model calls at a time. */
  readonly concurrency: (endpoint: string) => number
  /** Loads what talks to endpoints, where there are any. */
  readonly load: () => Promise<ModelSource>
}

export interface ListedModel {
  readonly name: string
  readonly simulated: boolean
  readonly endpoint: string
  readonly default: boolean
}

export interface ModelsOptions {
  readonly settings: Settings
  readonly manifest: () => Manifest
  readonly fetch: typeof globalThis.fetch
  /** `secret://NAME` → its value; undefined where nobody gave one. */
  readonly secret: (reference: string) => string | undefined
  readonly createSimulated: () => Model
}

interface Found {
  readonly endpoint: string
  readonly baseUrl: string
  readonly apiKey: string
  /** As the endpoint knows it. */
  readonly model: string
}

/**
 * Models by name: `simulated`; `ENDPOINT/model` for an endpoint of ensemble.json; any other name is asked at the endpoint of
 * the environment. Where there is none, the simulated model answers for every name, and says so.
 */
export const createModels = ({ settings, manifest, fetch, secret, createSimulated }: ModelsOptions): Models => {
  const { openai } = settings

  const atEndpoint = (name: string): (Endpoint & { readonly endpoint: string; readonly model: string }) | undefined => {
    const slash = name.indexOf('/')
    const endpoint = slash < 0 ? undefined : manifest().endpoints.get(name.slice(0, slash))
    return endpoint && { ...endpoint, endpoint: name.slice(0, slash), model: name.slice(slash + 1) }
  }

  const find = (name: string): Found | undefined => {
    const own = atEndpoint(name)
    if (own !== undefined) {
      const apiKey = own.key === undefined ? '' : secret(own.key)
      if (apiKey === undefined)
        throw new EnsembleError('secret.missing', `The endpoint "${own.endpoint}" needs ${own.key}, which nobody gave.`)
      return { endpoint: own.endpoint, baseUrl: own.baseUrl, apiKey, model: own.model }
    }
    return openai && { endpoint: 'openai', baseUrl: openai.baseUrl ?? OPENAI, apiKey: openai.apiKey ?? '', model: name }
  }

  const defaultModel = (): string => {
    const wanted = settings.model ?? manifest().model
    if (wanted !== undefined && (wanted === SIMULATED || openai !== undefined || atEndpoint(wanted) !== undefined))
      return wanted
    return openai === undefined ? SIMULATED : USUAL_MODEL
  }
  const defaults = (): { readonly model: string; readonly profile: string } => {
    const model = defaultModel()
    const usual = model === SIMULATED ? 'offline' : (manifest().profile ?? 'production')
    return { model, profile: settings.profile ?? usual }
  }

  return {
    defaults,
    concurrency: (endpoint) => manifest().endpoints.get(endpoint)?.concurrency ?? 8,
    list: () => {
      const { model } = defaults()
      const toListed = (name: string): ListedModel => ({
        name,
        simulated: name === SIMULATED,
        endpoint: name === SIMULATED ? SIMULATED : (atEndpoint(name)?.endpoint ?? 'openai'),
        default: name === model,
      })
      return [...new Set([model, SIMULATED])].map(toListed)
    },
    load: async () => {
      const simulated = createSimulated()
      const hasEndpoints = openai !== undefined || manifest().endpoints.size > 0
      const adapter = hasEndpoints ? await import('@ensemble/core/openai') : undefined
      const known = new Map<string, Model>()
      return (asked) => {
        const name = asked ?? defaults().model
        if (name === SIMULATED) return simulated
        const found = find(name)
        if (found === undefined || adapter === undefined) return simulated
        const options: OpenAiOptions = { name, model: found.model, baseUrl: found.baseUrl, apiKey: found.apiKey, fetch }
        // A key given meanwhile makes another model.
        const key = JSON.stringify([name, found.baseUrl, found.apiKey])
        const model = known.get(key) ?? adapter.createOpenAiModel(options)
        known.set(key, model)
        return model
      }
    },
  }
}
