import type { Json } from './json.ts'
import { weigh } from './weigh.ts'

/** Lets other work run: resolves in a later turn, one waiter per turn. Injected, as core has no event loop. */
export type Rest = () => Promise<void>

/** Characters of JSON that are read, judged, hashed and written one after the other in a few milliseconds altogether. */
const AT_ONCE = 65_536

/** Whether one rests between two steps of work on this much JSON. What is small never does: it costs nothing and keeps its turn. */
export const isLarge = (characters: number): boolean => characters > AT_ONCE

/** The same for a value without a text; asking costs no more than writing a small one. */
export const isHeavy = (value: Json): boolean => weigh(value, MOST_WEIGHT) > MOST_WEIGHT

/** About how many characters of JSON a value is; once it is large, by how much is not asked. */
export const charactersIn = (value: Json): number => CHARACTERS_PER_WEIGHT * weigh(value, MOST_WEIGHT)

const CHARACTERS_PER_WEIGHT = 16
const MOST_WEIGHT = AT_ONCE / CHARACTERS_PER_WEIGHT
