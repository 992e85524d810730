import type { Model } from '@ensemble/core'
import type { Capabilities, ModelSource } from '@ensemble/core/model'
import {
  type ApiName,
  type Examination,
  examineApis,
  examineEndpoint,
  isProviderApi,
  type ProviderApi,
} from '@ensemble/core/host'
import { isFileAddress } from '../workspace/file-address.ts'
import { type Found, askedOf } from './known-endpoints.ts'
import type { ModelsOptions } from './models-options.ts'

interface AskedModels {
  /** Loads what talks to endpoints, if there are any. */
  readonly refresh: () => Promise<void>
  /** The model at an endpoint; the simulated one without an endpoint. */
  readonly at: (name: string, found: Found | undefined) => ReturnType<ModelSource>
  /** Tries a model with a few questions, through each API that its endpoint may have. */
  readonly examine: (
    name: string,
    found: Found | undefined,
    signal: AbortSignal,
    onAsk: () => void,
  ) => Promise<Examination>
}

/** The models that answer, each made once. */
export const createAskedModels = ({
  settings: { openai },
  manifest,
  root,
  fetch,
  createSimulated,
  examinations,
  tokens,
}: ModelsOptions): AskedModels => {
  const simulated = createSimulated()
  const known = new Map<string, Model>()
  let adapter: typeof import('@ensemble/core/openai') | undefined
  let providers: typeof import('./provider-model.ts') | undefined
  let files: ReturnType<typeof import('./file/file-models.ts').createFileModels> | undefined

  const load = async (): Promise<void> => {
    const endpoints = [...manifest().endpoints.values()]
    if (openai !== undefined || endpoints.length > 0) adapter ??= await import('@ensemble/core/openai')
    if (endpoints.some(({ baseUrl }) => isFileAddress(baseUrl)))
      files ??= (await import('./file/file-models.ts')).createFileModels(root)
    if (endpoints.some(({ api }) => isProviderApi(api))) providers ??= await import('./provider-model.ts')
  }

  /** Behind the provider's own API if the endpoint names one; undefined before what speaks it is loaded. */
  const create = (name: string, found: Found, capabilities?: Capabilities): Model | undefined => {
    const { api, endpoint: slots, tokenCommand: _, ...reach } = found
    if (isFileAddress(found.baseUrl)) {
      const { concurrency = 1 } = manifest().endpoints.get(slots) ?? {}
      return files?.({ name, address: found.baseUrl, slots, concurrency })
    }
    const how = { ...reach, name, slots, fetch, ...(capabilities && { capabilities }) }
    if (isProviderApi(api)) return providers?.createProviderModel({ ...how, api })
    const command = askedOf(found)
    const token = command && { get: () => tokens.of(command), forget: () => tokens.forget(command) }
    return adapter?.createOpenAiModel({ ...how, ...(api && { api }), ...(token && { token }) })
  }

  return {
    refresh: load,
    at: (name, found) => {
      if (found === undefined) return simulated
      const capabilities = examinations.of(found.baseUrl, name)?.capabilities
      // A key given meanwhile, other headers or another examination make another model.
      const key = JSON.stringify([name, found, capabilities])
      const model = known.get(key) ?? create(name, found, capabilities)
      if (model === undefined) return simulated
      known.set(key, model)
      const fallback = manifest().endpoints.get(found.endpoint)?.fallback
      return fallback === undefined ? model : { ...model, fallback }
    },
    examine: async (name, found, signal, onAsk) => {
      const counted = (model: Model): Model => ({
        ...model,
        ask: (...asked) => {
          onAsk()
          return model.ask(...asked)
        },
      })
      if (found === undefined) return examineEndpoint(counted(simulated), signal)
      const through = (api: ApiName | ProviderApi): Model => counted(create(name, { ...found, api }) ?? simulated)
      const { api } = found
      if (api === undefined && !isFileAddress(found.baseUrl)) return examineApis(through, signal)
      const model = api === undefined ? counted(create(name, found) ?? simulated) : through(api)
      const examined = await examineEndpoint(model, signal)
      return isProviderApi(api) ? { ...examined, capabilities: { ...examined.capabilities, api } } : examined
    },
  }
}
