import type { WireName } from '../idea/idea.ts'
import type { Capabilities, FileKind } from './model.ts'

/** How a Request travels: which wire, and whether its schema is lowered to the provider's strict subset. */
export interface WireChoice {
  readonly wire: WireName
  readonly strict: boolean
  /** `tools` only: the endpoint cannot combine tools with a response format. */
  readonly finalOutput?: boolean
  /** Strict only: each Call is under its Tool's name, for an endpoint that refuses branches with the same first key. */
  readonly keyed?: boolean
  /** Kinds of files that the endpoint takes; the same for every choice. */
  readonly files?: readonly FileKind[]
}

const STRICT: WireChoice = { wire: 'structured', strict: true }
const KEYED: WireChoice = { wire: 'structured', strict: true, keyed: true }
const STRUCTURED: WireChoice = { wire: 'structured', strict: false }
const TOOLS: WireChoice = { wire: 'tools', strict: false }
const TOOLS_FINAL: WireChoice = { wire: 'tools', strict: false, finalOutput: true }
const JSON_MODE: WireChoice = { wire: 'json', strict: false }

/**
 * The next way to ask (docs/contract/protocol.md#composition): strict → strict with Calls under their Tool's name → not
 * strict → `tools`, without unsupported ways and those `refused` already. A person's `preference` for `tools` or `json`
 * overrides all. Undefined at the end; an unknown wire is still tried last.
 */
export const fallback = (
  capabilities: Capabilities,
  preference: WireName | undefined,
  refused: readonly WireChoice[] = [],
): WireChoice | undefined => {
  const left = chain(capabilities, preference).filter((choice) => !refused.some((other) => isSame(other, choice)))
  return left[0] && capabilities.files ? { ...left[0], files: capabilities.files } : left[0]
}

const isSame = (a: WireChoice, b: WireChoice): boolean =>
  a.wire === b.wire &&
  a.strict === b.strict &&
  (a.keyed ?? false) === (b.keyed ?? false) &&
  (a.finalOutput ?? false) === (b.finalOutput ?? false)

const chain = (capabilities: Capabilities, preference: WireName | undefined): readonly WireChoice[] => {
  if (preference === 'json') return [JSON_MODE]
  if (preference === 'tools') return [TOOLS, TOOLS_FINAL]
  const able = [
    ...(capabilities.structured && capabilities.strict ? [STRICT, KEYED] : []),
    ...(capabilities.structured ? [STRUCTURED] : []),
    ...(capabilities.tools ? [TOOLS, TOOLS_FINAL] : []),
  ]
  return able.length > 0 ? able : [STRUCTURED, TOOLS, TOOLS_FINAL]
}
