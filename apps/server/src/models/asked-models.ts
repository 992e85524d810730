import type { Model } from '@ensemble/core'
import type { ModelSource } from '@ensemble/core/model'
import { type ApiName, type Examination, examineApis, examineEndpoint } from '@ensemble/core/host'
import type { OpenAiOptions } from '@ensemble/core/openai'
import { type Found, askedOf } from './known-endpoints.ts'
import type { ModelsOptions } from './models-options.ts'

interface AskedModels {
  /** Loads what talks to endpoints, if there are any. */
  readonly refresh: () => Promise<void>
  /** The model at an endpoint; the simulated one without an endpoint. */
  readonly at: (name: string, found: Found | undefined) => ReturnType<ModelSource>
  /** Tries a model with a few questions, through each API that its endpoint may have. */
  readonly examine: (name: string, found: Found | undefined, signal: AbortSignal) => Promise<Examination>
}

/** The models that answer, each made once. */
export const createAskedModels = ({
  settings: { openai },
  manifest,
  fetch,
  createSimulated,
  examinations,
  tokens,
}: ModelsOptions): AskedModels => {
  const simulated = createSimulated()
  const known = new Map<string, Model>()
  let adapter: typeof import('@ensemble/core/openai') | undefined

  const optionsFor = (found: Found, name: string): OpenAiOptions => {
    const { endpoint: slots, tokenCommand: _, ...reach } = found
    const command = askedOf(found)
    const token = command && { get: () => tokens.of(command), forget: () => tokens.forget(command) }
    return { ...reach, name, slots, fetch, ...(token && { token }) }
  }

  return {
    refresh: async () => {
      if (openai !== undefined || manifest().endpoints.size > 0) adapter ??= await import('@ensemble/core/openai')
    },
    at: (name, found) => {
      if (found === undefined || adapter === undefined) return simulated
      const capabilities = examinations.of(found.baseUrl, name)?.capabilities
      // A key given meanwhile, other headers or another examination make another model.
      const key = JSON.stringify([name, found, capabilities])
      const wanted = { ...optionsFor(found, name), ...(capabilities && { capabilities }) }
      const model = known.get(key) ?? adapter.createOpenAiModel(wanted)
      known.set(key, model)
      const fallback = manifest().endpoints.get(found.endpoint)?.fallback
      return fallback === undefined ? model : { ...model, fallback }
    },
    examine: (name, found, signal) => {
      const { createOpenAiModel } = adapter ?? {}
      if (found === undefined || createOpenAiModel === undefined) return examineEndpoint(simulated, signal)
      const create = (api: ApiName): Model => createOpenAiModel({ ...optionsFor(found, name), api })
      return found.api === undefined ? examineApis(create, signal) : examineEndpoint(create(found.api), signal)
    },
  }
}
