import type { JsonObject } from '../schema/json.ts'
import type { EncodeInput } from './wire.ts'
import { toWireSeed } from './wire-seed.ts'

/** The fields of Config that every wire sends alike. `temperature` is 0 where Tools are present, unless set (docs/contract/protocol.md#vocabulary). */
export const bodyOptions = ({ config, composition }: EncodeInput): JsonObject => {
  const temperature = config.temperature ?? (composition.tools.length > 0 ? 0 : undefined)
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(config.maxOutputTokens === undefined ? {} : { max_completion_tokens: config.maxOutputTokens }),
    ...(config.reasoning?.effort === undefined ? {} : { reasoning_effort: config.reasoning.effort }),
    ...(config.seed === undefined ? {} : { seed: toWireSeed(config.seed) }),
    ...(config.topP === undefined ? {} : { top_p: config.topP }),
    ...(config.stop === undefined ? {} : { stop: config.stop }),
    ...(config.serviceTier === undefined ? {} : { service_tier: config.serviceTier }),
  }
}
