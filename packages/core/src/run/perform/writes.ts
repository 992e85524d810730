import { hashJson } from '../../schema/hash.ts'
import type { Json, JsonObject, JsonSchema } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Validator } from '../../schema/validator.ts'
import type { Reference, ReferencePath } from '../../request/reference.types.ts'
import { getPath, setPath } from '../../request/state.ts'
import type { CallPlace } from '../record/call-place.ts'
import type { Recording } from '../record/recording.ts'

/** One value written into the state by a Call's output path. */
export interface Written {
  readonly path: ReferencePath
  readonly value: Json
}

/**
 * A result's targets: `†a && †b` both, `†a || †b` the first that accepts it, `†a <- name` that member
 * (docs/contract/protocol.md#state).
 */
export function chooseWrites(
  target: Reference,
  value: Json,
  stateSchema: JsonSchema | undefined,
  validator: Validator,
): readonly Written[] {
  const writes = target.paths.flatMap((path): readonly Written[] => {
    const own = path.member === undefined ? value : getPath(value, path.member)
    return own === undefined ? [] : [{ path, value: own }]
  })
  if (target.operator !== 'any') return writes
  const first = writes.find(({ path, value: own }) => {
    const schema = schemaAt(stateSchema, path.segments)
    return schema === undefined || validator.check(schema, own).ok
  })
  return first ? [first] : []
}

function schemaAt(schema: JsonSchema | undefined, segments: readonly string[]): JsonSchema | undefined {
  let current: Json | undefined = schema
  for (const segment of segments) {
    if (!isObject(current) || !isObject(current.properties)) return undefined
    current = current.properties[segment]
  }
  return typeof current === 'boolean' || isObject(current) ? current : undefined
}

/** Whether a result can be put at this path: not through an existing text or number. */
export const canWrite = (state: JsonObject, segments: readonly string[]): boolean =>
  isObject(setPath(state, segments, null))

/** Journals one write; `before` is what the path held when the turn began. */
export async function recordWrite(
  run: Recording,
  place: CallPlace,
  written: Written,
  before: JsonObject,
): Promise<void> {
  const earlier = getPath(before, written.path.segments)
  await run.history.gather('state.written', place.span, {
    ref: written.path.text,
    call: place.id,
    before: earlier === undefined ? null : hashJson(earlier),
    after: written.value,
  })
}
