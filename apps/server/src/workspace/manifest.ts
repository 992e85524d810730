import { type Config, EnsembleError, type JsonObject, type Profile, isObject } from '@ensemble/core'
import type { ModelLimits } from '@ensemble/core/host'
import type { PriceTable } from '@ensemble/core/model'
import type { Severity } from '@ensemble/core/tool'
import { type HttpDefinition, parseHttpDefinition } from '../activities/http-definition.ts'
import type { OtelManifest } from '../otel/otel-settings.ts'
import { type Use, readUses } from '../use/use-settings.ts'
import { readDuration } from './duration.ts'
import { type Endpoint, checkFallbacks, readEndpoint } from './endpoint.ts'
import { isName } from './names.ts'
import { ambiguousSentence, notJsonSentence } from './not-json.ts'
import { readPrices } from './prices.ts'
import { readConfig, readProfile } from './read-profile.ts'

/** ensemble.json, read (docs/contract/api.md#workspace-folder). */
export interface Manifest {
  /** Its text. */
  readonly json: JsonObject
  readonly name: string
  readonly model?: string
  readonly profile?: string
  readonly profiles: ReadonlyMap<string, Profile>
  readonly config: Config
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly missingActivities: 'latent' | 'error'
  /** `activities.http`: Activities that are requests, by name. */
  readonly httpActivities: ReadonlyMap<string, HttpDefinition>
  /** Milliseconds that an approval waits before it is refused. */
  readonly approvalsExpireAfter?: number
  /** How long ended runs are kept: `days` after their end, the newest `runs`, and at most `bytes` of the disk. All are kept where none is set. */
  readonly retention: { readonly days?: number; readonly runs?: number; readonly bytes?: number }
  readonly egressHosts: readonly string[]
  /** Activities whose results, and parts of a context whose values, come from outside and aren't trusted. */
  readonly untrusted: { readonly activities: readonly string[]; readonly imports: readonly string[] }
  /** Every `secret://NAME` in it. */
  readonly secrets: readonly string[]
  /** The built-in prices with the workspace's own over them. */
  readonly prices: PriceTable
  /** A person's own limits of models; an empty one says that they are not known. */
  readonly models: Readonly<Record<string, ModelLimits>>
  /** Where spans of Runs go. */
  readonly otel: OtelManifest
  readonly lint: ReadonlyMap<string, Severity | 'off'>
  /** How others use each Idea, by its name. */
  readonly uses: ReadonlyMap<string, Use>
}

const invalid = (sentence: string): never => {
  throw new EnsembleError('workspace.invalid', `ensemble.json ${sentence}`)
}

const PRICES_SENTENCE =
  'needs "prices" to be { "date": "2026-01-31", "models": { NAME: { "input": 1.25, "output": 10 } } } in USD for a million tokens.'

const objectAt = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  if (value === undefined) return {}
  return isObject(value) ? value : invalid(`needs "${name}" to be an object.`)
}

const textAt = (value: unknown, name: string): string | undefined =>
  value === undefined || typeof value === 'string' ? value : invalid(`needs "${name}" to be a text.`)

const addressAt = (value: unknown, name: string): string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value)
    ? value
    : invalid(`needs "${name}" to be an http or https address.`)

const wholeAt = (value: unknown, name: string): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? value
    : invalid(`needs "${name}" to be a whole number from 1.`)

/** A key by its name; `example` is what such a name could be. */
const referenceAt = (value: unknown, name: string, example: string): string =>
  typeof value === 'string' && value.startsWith('secret://')
    ? value
    : invalid(`needs "${name}" to be a reference such as "secret://${example}", never a key itself.`)

const toHttpActivity = (name: string, value: unknown): HttpDefinition => {
  const place = `activities.http.${name}`
  if (!isName(name))
    return invalid(`needs "${place}" to be named with a letter, then at most 63 letters, digits, "_" or "-".`)
  return parseHttpDefinition(value, (sentence) => invalid(`needs "${place}" ${sentence}`))
}

const readRetention = (value: unknown): Manifest['retention'] => {
  const { days, runs, bytes } = objectAt(value, 'retention')
  if (days !== undefined && (typeof days !== 'number' || !(days > 0)))
    return invalid('needs "retention.days" to be a number above 0.')
  return {
    ...(days !== undefined && { days }),
    ...(runs !== undefined && { runs: wholeAt(runs, 'retention.runs') }),
    ...(bytes !== undefined && { bytes: wholeAt(bytes, 'retention.bytes') }),
  }
}

const readLimits = (value: unknown): Manifest['models'] =>
  Object.fromEntries(
    Object.entries(objectAt(value, 'models')).map(([name, entry]) => {
      const place = `models.${name}`
      const { contextWindow, maxOutput } = objectAt(entry, place)
      const limits = {
        ...(contextWindow !== undefined && { contextWindow: wholeAt(contextWindow, `${place}.contextWindow`) }),
        ...(maxOutput !== undefined && { maxOutput: wholeAt(maxOutput, `${place}.maxOutput`) }),
      }
      return [name, limits]
    }),
  )

const IMPORT = /^(?:input|text|state|data:.+)$/

const readUntrusted = (value: unknown): Manifest['untrusted'] => {
  const { activities = [], imports = [] } = objectAt(value, 'untrusted')
  const isTexts = (list: unknown): list is readonly string[] =>
    Array.isArray(list) && list.every((item) => typeof item === 'string')
  if (!isTexts(activities)) return invalid('needs "untrusted.activities" to be a list of names of Activities.')
  if (!isTexts(imports) || !imports.every((name) => IMPORT.test(name)))
    return invalid('needs "untrusted.imports" to be a list of "input", "text", "state" or "data:KIND".')
  return { activities, imports }
}

const readOtel = (value: unknown): OtelManifest => {
  const { endpoint, key, content = false } = objectAt(value, 'otel')
  if (typeof content !== 'boolean') return invalid('needs "otel.content" to be true or false.')
  return {
    ...(endpoint !== undefined && { endpoint: addressAt(endpoint, 'otel.endpoint') }),
    ...(key !== undefined && { key: referenceAt(key, 'otel.key', 'OTEL') }),
    content,
  }
}

/** Reads ensemble.json's text. Throws EnsembleError `workspace.invalid` with one sentence that names the member. */
export const parseManifest = (text: string): Manifest => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return invalid(notJsonSentence(text, error))
  }
  const ambiguous = ambiguousSentence(text)
  if (ambiguous !== undefined) return invalid(ambiguous)
  if (!isObject(value)) return invalid('must hold one JSON object.')
  if (value['version'] === undefined) return invalid('needs "version": 1.')
  if (value['version'] !== 1)
    return invalid(`has version ${JSON.stringify(value['version'])}; this Ensemble reads version 1.`)
  const { missing = 'latent', http } = objectAt(value['activities'], 'activities')
  if (missing !== 'latent' && missing !== 'error')
    return invalid('needs "activities.missing" to be "latent" or "error".')
  const { hosts = [] } = objectAt(value['egress'], 'egress')
  if (!Array.isArray(hosts) || !hosts.every((host) => typeof host === 'string'))
    return invalid('needs "egress.hosts" to be a list of host names.')
  const { expireAfter, onExpiry = 'refuse' } = objectAt(value['approvals'], 'approvals')
  const approvalsExpireAfter = readDuration(expireAfter)
  if (expireAfter !== undefined && approvalsExpireAfter === undefined)
    return invalid('needs "approvals.expireAfter" to be milliseconds or a duration such as "P7D" or "PT30M".')
  if (onExpiry !== 'refuse') return invalid('needs "approvals.onExpiry" to be "refuse".')
  const model = textAt(value['model'], 'model')
  const profile = textAt(value['profile'], 'profile')
  const { limits } = readConfig({ limits: objectAt(value['limits'], 'limits') }, '', invalid)
  const config = readConfig(objectAt(value['config'], 'config'), 'config', invalid)
  const endpoints = new Map(
    Object.entries(objectAt(value['endpoints'], 'endpoints')).map(([name, entry]) => [
      name,
      readEndpoint(name, entry, invalid),
    ]),
  )
  checkFallbacks(endpoints, invalid)
  return {
    json: value,
    name: textAt(value['name'], 'name') ?? 'workspace',
    ...(model !== undefined && { model }),
    ...(profile !== undefined && { profile }),
    profiles: new Map(
      Object.entries(objectAt(value['profiles'], 'profiles')).map(([name, entry]) => [
        name,
        readProfile(name, entry, invalid),
      ]),
    ),
    config: {
      ...config,
      ...(limits !== undefined && { limits }),
      ...(model !== undefined && { model }),
    },
    endpoints,
    missingActivities: missing,
    httpActivities: new Map(
      Object.entries(objectAt(http, 'activities.http')).map(([name, entry]) => [name, toHttpActivity(name, entry)]),
    ),
    ...(approvalsExpireAfter !== undefined && { approvalsExpireAfter }),
    retention: readRetention(value['retention']),
    egressHosts: hosts,
    untrusted: readUntrusted(value['untrusted']),
    secrets: [...new Set(text.match(/secret:\/\/[A-Za-z][A-Za-z0-9_-]{0,63}/g))],
    prices: readPrices(value['prices']) ?? invalid(PRICES_SENTENCE),
    models: readLimits(value['models']),
    otel: readOtel(value['otel']),
    lint: new Map(Object.entries(objectAt(value['lint'], 'lint')) as [string, Severity | 'off'][]), // other words never match
    uses: readUses(value['use'], invalid),
  }
}
