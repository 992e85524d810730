import { EnsembleError } from '@ensemble/core'
import { LIMITS, limitsOf, type ModelLimits, type RateLimits } from '@ensemble/core/host'
import type { ModelSource } from '@ensemble/core/model'
import { createAskedModels } from './asked-models.ts'
import type { Examined } from './examinations.ts'
import {
  DEFAULT_CONCURRENCY,
  type Found,
  type ListedEndpoint,
  askedOf,
  createKnownEndpoints,
} from './known-endpoints.ts'
import { isFileAddress, nameInFile } from '../workspace/file-address.ts'
import { findModelFile } from './file/model-file.ts'
import { listModels } from './list-models.ts'
import type { ModelsOptions } from './models-options.ts'

export const SIMULATED = 'simulated'
/** For an endpoint from OPENAI_API_KEY or OPENAI_BASE_URL without a model. */
const DEFAULT_MODEL = 'gpt-5.2'

/** Which models there are, and what a run gets that names none. */
export interface Models {
  readonly defaults: () => { readonly model: string; readonly profile: string }
  /** The name of the model that answers for a name, or for none. */
  readonly answering: (name: string | undefined) => string
  readonly list: () => readonly ListedModel[]
  /** Model calls at a time. */
  readonly concurrency: (endpoint: string) => number
  /** A model's limits; undefined where they aren't known. */
  readonly limits: (name: string) => ModelLimits | undefined
  /** Requests and tokens a minute; undefined where an endpoint has no such limit. */
  readonly rate: (endpoint: string) => RateLimits | undefined
  /** Loads what talks to endpoints, where there are any. */
  readonly load: () => Promise<ModelSource>
  /** Endpoints were given or taken away: what talks to them is loaded before the next Request. */
  readonly refresh: () => Promise<void>
  readonly endpoints: () => Promise<readonly ListedEndpoint[]>
  /** Asks an endpoint for its models, which `list` holds from then on. Throws EnsembleError. */
  readonly listAt: (endpoint: string) => Promise<readonly string[]>
  /** Tries a model with a few questions and remembers what it did; joins a test that is under way. */
  readonly examine: (name: string, signal: AbortSignal) => Examining
}

/** A test of a model under way. */
export interface Examining {
  /** Questions so far. */
  readonly asked: () => number
  /** Rejects with ModelError, EnsembleError or the signal's reason. */
  readonly done: Promise<Examined>
}

export interface ListedModel {
  readonly name: string
  readonly simulated: boolean
  readonly endpoint: string
  readonly default: boolean
  /** Its limits, where known; `{}` where a person said that they are not. */
  readonly limits?: ModelLimits
  /** Its behaviour when last tried. */
  readonly examined?: Examined
}

/**
 * Models by name: `simulated`, `ENDPOINT/model` of ensemble.json, any other name at the environment's endpoint. Without
 * one the simulated model answers, and says so.
 */
export const createModels = (options: ModelsOptions): Models => {
  const { settings, manifest, root, fetch, examinations, tokens } = options
  const hasEnvironment = settings.openai !== undefined
  const endpoints = createKnownEndpoints(options)
  const asked = createAskedModels(options)
  const listedAt = new Map<string, readonly string[]>()

  const isReached = (name: string): boolean => hasEnvironment || endpoints.named(name) !== undefined
  const find = (name: string): Found | undefined => (name === SIMULATED ? undefined : endpoints.find(name))
  const defaults = (): { readonly model: string; readonly profile: string } => {
    const wanted = settings.model ?? manifest().model
    const fallback = hasEnvironment ? DEFAULT_MODEL : SIMULATED
    const model = wanted !== undefined && (wanted === SIMULATED || isReached(wanted)) ? wanted : fallback
    const defaultProfile = model === SIMULATED ? 'offline' : (manifest().profile ?? 'production')
    return { model, profile: settings.profile ?? defaultProfile }
  }
  const limits = (name: string): ModelLimits | undefined => limitsOf(name, manifest().models, LIMITS)
  const toListed = (name: string): ListedModel => {
    const examined = examinations.all().find((each) => each.model === name)
    const known = limits(name)
    return {
      name,
      simulated: name === SIMULATED,
      endpoint: name === SIMULATED ? SIMULATED : (endpoints.named(name)?.endpoint ?? 'openai'),
      default: name === defaults().model,
      ...(known !== undefined && { limits: known }),
      ...(examined !== undefined && { examined }),
    }
  }
  const examining = new Map<string, Examining>()
  const examine = async (name: string, signal: AbortSignal, onAsk: () => void): Promise<Examined> => {
    await asked.refresh()
    const found = find(name)
    if (found === undefined && name !== SIMULATED)
      throw new EnsembleError('endpoint.unknown', `No endpoint of this workspace has a model "${name}".`)
    const examined = { ...(await asked.examine(name, found, signal, onAsk)), at: new Date().toISOString() }
    await examinations.keep(examined)
    return examined
  }

  return {
    defaults,
    answering: (given) => {
      const name = given ?? defaults().model
      return isReached(name) ? name : SIMULATED
    },
    concurrency: (endpoint) => manifest().endpoints.get(endpoint)?.concurrency ?? DEFAULT_CONCURRENCY,
    limits,
    rate: (endpoint) => manifest().endpoints.get(endpoint)?.limits,
    list: () => {
      const remembered = examinations.all().map((each) => each.model)
      const listed = [...listedAt.values()].flat()
      return [...new Set([defaults().model, SIMULATED, ...listed, ...remembered.filter(isReached)])].map(toListed)
    },
    endpoints: endpoints.list,
    listAt: async (endpoint) => {
      const isOwn = manifest().endpoints.has(endpoint)
      const found = isOwn || endpoint === 'openai' ? endpoints.find(isOwn ? `${endpoint}/` : endpoint) : undefined
      if (found === undefined)
        throw new EnsembleError('endpoint.unknown', `There is no endpoint "${endpoint}" in ensemble.json.`)
      if (isFileAddress(found.baseUrl)) {
        await findModelFile(root, found.baseUrl)
        const names = [`${endpoint}/${nameInFile(found.baseUrl)}`]
        listedAt.set(endpoint, names)
        return names
      }
      const command = askedOf(found)
      const reached = command ? { ...found, apiKey: await tokens.of(command) } : found
      const names = (await listModels(reached, fetch)).map((name) => (isOwn ? `${endpoint}/${name}` : name))
      listedAt.set(endpoint, names)
      return names
    },
    examine: (name, signal) => {
      const underWay = examining.get(name)
      if (underWay !== undefined) return underWay
      let count = 0
      const done = examine(name, signal, () => count++).finally(() => examining.delete(name))
      // Who asked may have left; the next one who asks begins another test.
      done.catch(() => undefined)
      const begun = { asked: () => count, done }
      examining.set(name, begun)
      return begun
    },
    refresh: asked.refresh,
    load: async () => {
      await asked.refresh()
      return (given) => {
        const name = given ?? defaults().model
        return asked.at(name, find(name))
      }
    },
  }
}
