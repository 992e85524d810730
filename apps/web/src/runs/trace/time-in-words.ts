import type { SpanTime } from '@ensemble/core/trace'
import { duration, ticking } from '../../platform/ui/format.ts'
import { say } from './say.ts'

/** `1.2 s`, then `waited 3:20 min for a person` where it did. */
export const timeInWords = ({ workMs, waitMs }: SpanTime, hasEnded: boolean): readonly string[] => [
  hasEnded ? duration(workMs) : ticking(workMs),
  ...(waitMs < 1 ? [] : [say('waited', { time: duration(waitMs) })]),
]
