import { hashJson } from '../schema/hash.ts'

/** Endpoints take a whole number of 31 bits. */
const BITS = 0x7fff_ffff

/** A Config's seed as endpoints take one: a whole number as it is, anything else as a number that is the same each time. */
export const toWireSeed = (seed: number | string): number =>
  typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : Number.parseInt(hashJson(seed).slice(0, 8), 16) & BITS
