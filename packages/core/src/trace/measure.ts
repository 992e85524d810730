import { isObject, type Json } from '../schema/json.ts'

/** The score that code or a judge gave, 0 to 1, or why there is none. */
export type Measure = { readonly score: number; readonly reason?: string } | { readonly problem: string }

const VERDICTS: ReadonlyMap<Json | undefined, number> = new Map<Json | undefined, number>([
  [true, 1],
  ['pass', 1],
  ['yes', 1],
  [false, 0],
  ['fail', 0],
  ['no', 0],
])

/**
 * Reads what code returned or a judge answered: a number from 0 to 1, a yes or no (`true`, `"pass"`, `"yes"`), or
 * `{ score, reason? }` or `{ verdict, reason? }` with those.
 */
export const readMeasure = (value: Json | undefined): Measure => {
  const [given, reason] = isObject(value) ? [value['score'] ?? value['verdict'], value['reason']] : [value, undefined]
  const score = typeof given === 'number' ? given : VERDICTS.get(given)
  if (score === undefined || !(score >= 0 && score <= 1))
    return { problem: 'It gave no score from 0 to 1 and no verdict (true or false, "pass" or "fail").' }
  return { score, ...(typeof reason === 'string' && { reason }) }
}
