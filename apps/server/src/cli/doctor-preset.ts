import { EnsembleError, type Model, ModelError } from '@ensemble/core'
import {
  ENDPOINT_PRESETS,
  type EndpointPreset,
  type ApiName,
  type Examination,
  examineApis,
  examineEndpoint,
  explainExamination,
} from '@ensemble/core/host'
import type { Capabilities } from '@ensemble/core/model'
import { createOpenAiModel } from '@ensemble/core/openai'
import { listModels } from '../models/list-models.ts'
import { createProviderModel, type ProviderModelOptions } from '../models/provider-model.ts'
import { splitAddress } from '../workspace/endpoint.ts'
import { type Verdict, verdictLines } from './doctor-command.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'
import { openTerminal } from './terminal.ts'

/** A few small questions to a model that may have to be loaded first. */
const EXAMINE_MS = 180_000
const MOST_NAMED = 40

export interface PresetFlags {
  readonly preset: string
  readonly address?: string
  readonly model?: string
  readonly json?: boolean
}

interface Reached {
  readonly preset: EndpointPreset
  readonly baseUrl: string
  readonly query: Readonly<Record<string, string>>
  readonly apiKey: string
}

const reach = ({ preset: name, address }: PresetFlags): Reached => {
  const preset = ENDPOINT_PRESETS.find((each) => each.name === name)
  const refuse = (sentence: string): never => {
    throw new EnsembleError('usage', sentence)
  }
  if (preset === undefined)
    return refuse(`There is no preset "${name}". There are ${ENDPOINT_PRESETS.map((each) => each.name).join(', ')}.`)
  const at = splitAddress(address ?? preset.baseUrl)
  if (at === undefined) return refuse(`--address must be an address such as ${preset.baseUrl}.`)
  if (/[A-Z]{4}/.test(at.baseUrl))
    return refuse(`Give your own address with --address; it looks like ${preset.baseUrl}.`)
  const apiKey = preset.key === undefined ? '' : (process.env[preset.key] ?? '')
  if (preset.key !== undefined && apiKey === '')
    return refuse(`Set ${preset.key} to your key for ${preset.title}, then run this again.`)
  return { preset, ...at, apiKey }
}

const toFailure = (error: unknown): { readonly code: string; readonly message: string } => {
  if (error instanceof ModelError || error instanceof EnsembleError) return { code: error.code, message: error.message }
  throw error
}

const examine = async ({ preset: { name, api }, ...reached }: Reached, model: string): Promise<Verdict> => {
  try {
    const how = { ...reached, name: `${name}/${model}`, model }
    const signal = AbortSignal.timeout(EXAMINE_MS)
    const examined =
      api === undefined
        ? await examineApis((one: ApiName): Model => createOpenAiModel({ ...how, api: one }), signal)
        : await examineOwn({ ...how, api, headers: {}, body: {}, secrets: [], fetch: globalThis.fetch }, signal)
    return { examined: { ...examined, at: new Date().toISOString(), findings: explainExamination(examined) } }
  } catch (error) {
    return { failure: toFailure(error) }
  }
}

const examineOwn = async (options: ProviderModelOptions, signal: AbortSignal): Promise<Examination> => {
  const examined = await examineEndpoint(createProviderModel(options), signal)
  return { ...examined, capabilities: { ...examined.capabilities, api: options.api } }
}

const apiOf = (verdict: Verdict | undefined): Capabilities['api'] =>
  verdict !== undefined && 'examined' in verdict ? verdict.examined.capabilities.api : undefined

/** The lines for ensemble.json that use what was tried. */
const manifestOf = ({ preset, baseUrl, query }: Reached, model: string, api: Capabilities['api']): object => ({
  model: `${preset.name}/${model}`,
  endpoints: {
    [preset.name]: {
      baseUrl,
      ...(Object.keys(query).length > 0 && { query }),
      ...(preset.key !== undefined && { key: `secret://${preset.key}` }),
      ...(api !== undefined && { api }),
    },
  },
})

/**
 * Tries a provider with the key in the environment; no workspace is read or written. Resolves to 1 if a Run would fail or
 * no model was named. Throws EnsembleError `usage`.
 */
export const doctorPreset = async (flags: PresetFlags): Promise<number> => {
  const reached = reach(flags)
  const { model } = flags
  const models = await listModels(
    { ...reached, headers: {}, ...(reached.preset.api && { api: reached.preset.api }) },
    globalThis.fetch,
  ).catch(toFailure)
  const verdict = model === undefined ? undefined : await examine(reached, model)
  const toAdd = model === undefined ? undefined : manifestOf(reached, model, apiOf(verdict))
  const fails =
    verdict === undefined || 'failure' in verdict || verdict.examined.findings.some((f) => f.level === 'fails')
  if (flags.json === true) print(JSON.stringify({ preset: reached.preset, models, verdict, manifest: toAdd }))
  else {
    print(`provider   ${reached.preset.title}  ${reached.baseUrl}`)
    print(
      'code' in models
        ? `models     not listed: ${printableLine(models.message)}`
        : `models     ${printableLine(models.slice(0, MOST_NAMED).join(', '))}${models.length > MOST_NAMED ? ', …' : ''}`,
    )
    if (verdict === undefined) print('No model was tried: name one with --model.')
    else for (const line of verdictLines(verdict, openTerminal().style)) print(line)
    if (!fails) print(`To use it, add this to ensemble.json:\n${JSON.stringify(toAdd, null, 2)}`)
  }
  return fails ? 1 : 0
}
