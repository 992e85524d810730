import { type Json, type JsonObject, isObject } from '@ensemble/core'
import type { PinQuestion } from '@ensemble/core/run'
import { hashJson } from '@ensemble/core/schema'

/** A result that design-time runs reuse in place of a Call's own. */
export interface Pin {
  /** The name of the Idea that calls. */
  readonly idea: string
  readonly tool: string
  readonly result: Json
  /** Only for a Call with exactly these; for any where absent. */
  readonly parameters?: JsonObject
}

/** Runs of this profile always do the work. */
const NEVER_PINNED = 'production'

const toPin = (value: unknown): readonly Pin[] => {
  if (!isObject(value)) return []
  const { idea, tool, result, parameters } = value
  if (typeof idea !== 'string' || typeof tool !== 'string' || result === undefined) return []
  if (parameters === undefined) return [{ idea, tool, result }]
  return isObject(parameters) ? [{ idea, tool, result, parameters }] : []
}

/** Reads `.ensemble/pins.json`. What cannot be read pins nothing: the work is then done. */
export const parsePins = (text: string): readonly Pin[] => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && Array.isArray(value['pins']) ? value['pins'].flatMap(toPin) : []
  } catch {
    return []
  }
}

/** The pin for a Call: one for its very parameters before one for any. */
export const pinFor = (pins: readonly Pin[], call: PinQuestion): Pin | undefined => {
  if (call.profile === NEVER_PINNED) return undefined
  const own = pins.filter(({ idea, tool }) => `idea://${idea}` === call.idea && tool === call.tool)
  const hash = own.some(({ parameters }) => parameters !== undefined) ? hashJson(call.parameters) : ''
  return (
    own.find(({ parameters }) => parameters !== undefined && hashJson(parameters) === hash) ??
    own.find(({ parameters }) => parameters === undefined)
  )
}
