import type { JsonObject, JsonSchema } from '../schema/json.ts'
import type { Message } from './message.ts'

/** Limits of a Run (docs/contract/protocol.md#config). Milliseconds, tokens, USD. */
export interface Limits {
  readonly turns: number
  readonly callsPerTurn: number
  readonly calls: number
  readonly depth: number
  readonly wallMs: number
  readonly callMs: number
  readonly tokens: number
  readonly cost: number
  readonly invalidTurns: number
  readonly repeatedCalls: number
}

/** How a composition travels: as an output schema, as native functions, or as JSON that a prompt asks for (docs/contract/protocol.md#composition). */
export type WireName = 'structured' | 'tools' | 'json'

/** How a Request shows its Tools (docs/contract/protocol.md#config). */
export interface CompositionOptions {
  readonly reasoning: boolean
  readonly explicitOutput: 'optional' | 'omit'
  readonly latentOutput: 'optional' | 'required'
  readonly outputPosition: 'last' | 'first'
  /** Whether the model may ask the person back: a Call that a person answers. */
  readonly questions: boolean
  /** A value with more bytes than this is shown to a model as `{ ref, type, bytes, preview }`. */
  readonly inlineBytes: number
}

/** Merged built-in < workspace < profile < Idea < run. */
export interface Config {
  readonly model?: string
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly toolChoice?: 'auto' | 'none' | 'required'
  readonly wire?: WireName
  readonly reasoning?: { readonly effort?: string }
  readonly limits?: Partial<Limits>
  /** Asks models of unknown price although a cost limit is set, which then cannot hold. */
  readonly allowUnpriced?: boolean
  readonly composition?: Partial<CompositionOptions>
  readonly seed?: number | string
  readonly topP?: number
  readonly stop?: string | readonly string[]
  readonly serviceTier?: string
}

/** A saved Request (docs/contract/protocol.md#vocabulary): the first five types of Message in `context`, the output's schema in `schema`. */
export interface Idea {
  readonly title?: string
  readonly description?: string
  readonly config?: Config
  readonly context: readonly Message[]
  readonly schema?: JsonSchema
}

/** An Idea together with where it came from. */
export interface LoadedIdea {
  /** `idea://name`, a URL, or `anonymous`. */
  readonly address: string
  readonly idea: Idea
  /** The shared Tools it refers to, by name, resolved. */
  readonly tools: { readonly [name: string]: JsonObject }
  /** sha256 of everything above: what a Run pins. */
  readonly hash: string
}
