import { type Json, isObject } from '@ensemble/core'
import { weigh } from '@ensemble/core/host'

const MOST_TOOLS = 512
/** Values that one list of tools may hold, or as many times 16 characters: some 2 MB. */
const HEAVIEST_LIST = 100_000

const nameOf = (tool: Json | undefined): string =>
  isObject(tool) && typeof tool['name'] === 'string' ? `"${tool['name'].slice(0, 64)}"` : 'one without a name'

/** The reason to refuse a server's list of tools, with a remedy; undefined if it is fine. Stops at the first excess. */
export const tooLong = (tools: readonly Json[]): string | undefined => {
  const remedy = 'let the server offer less, by its own settings'
  if (tools.length > MOST_TOOLS) return `it lists ${tools.length} tools, and at most ${MOST_TOOLS} are taken: ${remedy}`
  let weight = 0
  let heaviest = { weight: 0, name: '' }
  for (const tool of tools) {
    const own = weigh(tool, HEAVIEST_LIST)
    if (own > heaviest.weight) heaviest = { weight: own, name: nameOf(tool) }
    weight += own
    if (weight > HEAVIEST_LIST)
      return `its list (${tools.length} tools) is larger than ${HEAVIEST_LIST.toLocaleString('en')} values or 2 MB, most of it by ${heaviest.name}: ${remedy}`
  }
  return undefined
}
