import type { Json } from '@ensemble/core'
import type { ShownBothWays } from '../../platform/api/both-ways-client.ts'
import { bothWays } from '../../platform/i18n/en/both-ways.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { preview } from '../../platform/ui/json-preview.ts'
import { charge, duration } from '../../platform/ui/format.ts'

export const say = createTexts({ bothWays })

export const totalOf = ({ summary: { agreement, equal, different, invalid } }: ShownBothWays): string =>
  agreement === null ? '' : say('total', { percent: Math.round(agreement * 100), equal, different, invalid })

const sum = (cost: number | null): string => (cost === null ? say('noPrice') : charge(cost))
const time = (ms: number | null): string => (ms === null ? '–' : duration(ms))

export const costOf = ({ summary: { explicit, latent } }: ShownBothWays): string =>
  say('cost', {
    explicitTime: time(explicit.medianMs),
    explicitCost: sum(explicit.cost),
    latentTime: time(latent.medianMs),
    latentCost: sum(latent.cost),
  })

export const shownValue = (value: Json | undefined): string => (value === undefined ? say('absent') : preview(value))

/** Characters of what is equal that stay in sight before two long texts part. */
const KEPT = 16
const LONG = 60

/** Two values that differ, each in a line: long texts from where they part. */
export function diffTexts(before: Json | undefined, after: Json | undefined): readonly [string, string] {
  if (typeof before !== 'string' || typeof after !== 'string' || Math.max(before.length, after.length) <= LONG)
    return [shownValue(before), shownValue(after)]
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const from = same > KEPT * 2 ? same - KEPT : 0
  const cut = (text: string): string => preview(from === 0 ? text : `…${text.slice(from)}`)
  return [cut(before), cut(after)]
}
