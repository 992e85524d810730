import type { CompositionOptions, Config, Limits, WireName } from '../idea/idea.ts'

/** docs/contract/protocol.md#config. Milliseconds, tokens, USD. */
export const DEFAULT_LIMITS: Limits = {
  turns: 20,
  callsPerTurn: 128,
  calls: 1000,
  depth: 8,
  wallMs: 900_000,
  callMs: 120_000,
  tokens: 1_000_000,
  cost: 5,
  invalidTurns: 3,
  repeatedCalls: 5,
}

export const DEFAULT_COMPOSITION: CompositionOptions = {
  reasoning: true,
  explicitOutput: 'optional',
  latentOutput: 'optional',
  outputPosition: 'last',
  questions: false,
  inlineBytes: 2048,
}

/** One Config from several, later layers over earlier ones; `limits`, `composition` and `reasoning` merge by field. */
export const mergeConfig = (...layers: readonly (Config | undefined)[]): Config =>
  layers.reduce<Config>((merged, layer) => {
    // Most layers say nothing, and each Run merges a dozen.
    if (layer === undefined || isEmpty(layer)) return merged
    const next = { ...merged, ...definedOnly(layer) }
    return {
      ...next,
      ...mergedField('limits', merged.limits, layer.limits),
      ...mergedField('composition', merged.composition, layer.composition),
      ...mergedField('reasoning', merged.reasoning, layer.reasoning),
    }
  }, {})

const isEmpty = (layer: object): boolean => {
  for (const name in layer) if (Object.hasOwn(layer, name)) return false
  return true
}

const definedOnly = <T extends object>(value: T): Partial<T> =>
  // Entries of T without those that are undefined are entries of Partial<T>.
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>

const mergedField = <T extends object>(key: string, under: T | undefined, over: T | undefined): object =>
  under === undefined && over === undefined ? {} : { [key]: { ...under, ...definedOnly(over ?? {}) } }

/** Every limit of a merged Config, with defaults where none is set. */
export const limitsOf = (config: Config): Limits => ({ ...DEFAULT_LIMITS, ...definedOnly(config.limits ?? {}) })

/** Every composition option of a merged Config, with defaults where none is set. */
export const compositionOf = (config: Config): CompositionOptions => ({
  ...DEFAULT_COMPOSITION,
  ...definedOnly(config.composition ?? {}),
})

/** The wire that was chosen; where none was, a choice of Tools takes `tools`, the only wire that can send it. */
export const wireOf = ({ wire, toolChoice = 'auto' }: Config): WireName | undefined =>
  wire ?? (toolChoice === 'auto' ? undefined : 'tools')

/** The parts of a Config that the chosen wire cannot send, in one sentence; undefined if none. */
export const unsent = ({ wire, toolChoice = 'auto' }: Config): string | undefined =>
  toolChoice === 'auto' || wire === undefined || wire === 'tools'
    ? undefined
    : `toolChoice "${toolChoice}" can only be sent on the wire "tools", but the wire is "${wire}": change one of them.`
