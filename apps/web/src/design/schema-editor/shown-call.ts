import type { JsonObject } from '@ensemble/core'
import { preview } from '../../platform/ui/json-preview.ts'

/** A recorded Call in one line: what was chosen for it. Meta fields say the same of every Call of a Tool. */
export const shownCall = (call: JsonObject): string =>
  preview(Object.fromEntries(Object.entries(call).filter(([name]) => !name.startsWith('_'))))
