import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { parseText } from '../texts/idea-view.ts'

/** A result that design-time runs reuse in place of a Call's own, as `.ensemble/pins.json` holds it. */
export interface Pin extends JsonObject {
  /** The name of the Idea that calls. */
  readonly idea: string
  readonly tool: string
  readonly result: Json
}

const isPin = (value: Json): value is Pin =>
  isObject(value) && typeof value.idea === 'string' && typeof value.tool === 'string' && value.result !== undefined

/** Every pin of the workspace. */
export function readPins(text: string | null | undefined): readonly Pin[] {
  const value = parseText(text)
  return isObject(value) && Array.isArray(value.pins) ? value.pins.filter(isPin) : []
}
