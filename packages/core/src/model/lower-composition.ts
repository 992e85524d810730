import type { Composition } from '../request/composition.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { EncodedRequest } from './wire.ts'

type Lowered = Pick<EncodedRequest, 'schema' | 'strict' | 'changes' | 'liftCall' | 'liftOutput'>

/** A composed schema as the endpoint gets it, with the way back. */
export const lowerComposition = (composition: Composition, _strict: boolean): Lowered => ({
  schema: composition.schema satisfies JsonObject,
  strict: false,
  changes: [],
  liftCall: (_tool, value: Json) => value,
  liftOutput: (value: Json) => value,
})
