import type { ProposedCall } from '../../call/judged-call.ts'
import type { ReferenceView } from '../../request/reference.types.ts'
import { canonicalJson, sha256Text } from '../../schema/hash.ts'
import type { JsonObject, Sha256 } from '../../schema/json.ts'
import { isLarge } from '../../schema/rest.ts'

/** All that a Call's effect depends on. */
export interface CallInputs {
  readonly proposed: ProposedCall
  readonly resolved: JsonObject
  /** The imports that an Activity sees. */
  readonly imports: JsonObject
  readonly view: ReferenceView
}

/** A Call's inputs, as a fork compares them. */
export function inputsOf(call: CallInputs): Sha256 {
  const { tool, meta } = call.proposed
  const { resolved: parameters, imports, view } = call
  // The canonical text of the five, put together so that a large state is not written again for each Call.
  const texts = [
    `{"imports":${canonicalJson(imports)}`,
    `"module":${canonicalJson(meta._module ?? null)}`,
    `"parameters":${canonicalJson(parameters)}`,
    `"state":${stateText(view.state)}`,
    `"tool":${canonicalJson(tool.name)}}`,
  ]
  return sha256Text(texts.join(','))
}

const stateTexts = new WeakMap<JsonObject, string>()
function stateText(state: JsonObject): string {
  const known = stateTexts.get(state)
  if (known !== undefined) return known
  const text = canonicalJson(state)
  if (isLarge(text.length)) stateTexts.set(state, text)
  return text
}
