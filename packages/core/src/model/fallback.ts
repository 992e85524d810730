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
  /** Strict only: keywords that stay in the schema, as the endpoint takes them. */
  readonly keywords?: readonly string[]
  /** Kinds of files that the endpoint takes; the same for every choice. */
  readonly files?: readonly FileKind[]
}

const JSON_MODE: readonly WireChoice[] = [{ wire: 'json', strict: false }]
const STRUCTURED: WireChoice = { wire: 'structured', strict: false }
const TOOLS: readonly WireChoice[] = [
  { wire: 'tools', strict: false },
  { wire: 'tools', strict: false, finalOutput: true },
]
/** For an endpoint that is able of something, the best first. */
const CHAIN: readonly WireChoice[] = [
  { wire: 'structured', strict: true },
  { wire: 'structured', strict: true, keyed: true },
  STRUCTURED,
  ...TOOLS,
  ...JSON_MODE,
]
const UNKNOWN: readonly WireChoice[] = [STRUCTURED, ...TOOLS, ...JSON_MODE]

/**
 * The next way to ask (docs/contract/protocol.md#composition): strict with the keywords that the endpoint takes →
 * strict → strict with Calls under their Tool's name → not strict → `tools` → JSON mode, without unsupported ways and those
 * `refused` already. A person's `preference` for `tools` or `json` overrides all. Undefined at the end.
 */
export const fallback = (
  capabilities: Capabilities,
  preference: WireName | undefined,
  refused: readonly WireChoice[] = [],
): WireChoice | undefined => {
  const chain = chainOf(capabilities, preference)
  const isFree = (one: WireChoice): boolean => !refused.some((other) => isSame(other, one))
  const kept = chain === CHAIN ? withKeywords(capabilities) : undefined
  const choice =
    kept && isFree(kept) ? kept : chain.find((one) => (chain !== CHAIN || isAble(capabilities, one)) && isFree(one))
  return choice && capabilities.files ? { ...choice, files: capabilities.files } : choice
}

const chainOf = ({ structured, tools }: Capabilities, preference: WireName | undefined): readonly WireChoice[] => {
  if (preference === 'json') return JSON_MODE
  if (preference === 'tools') return TOOLS
  return structured || tools ? CHAIN : UNKNOWN
}

/** With the keywords that the endpoint takes; a schema that it refuses so all the same goes without them. */
const withKeywords = ({ structured, strict, keywords = NONE }: Capabilities): WireChoice | undefined =>
  structured && strict && keywords.length > 0 ? { wire: 'structured', strict: true, keywords } : undefined
const NONE: readonly string[] = []

const isAble = ({ structured, strict, tools }: Capabilities, choice: WireChoice): boolean =>
  choice.wire === 'json' || (choice.wire === 'tools' ? tools : structured && (strict || !choice.strict))

const isSame = (a: WireChoice, b: WireChoice): boolean =>
  a.wire === b.wire &&
  a.strict === b.strict &&
  (a.keyed ?? false) === (b.keyed ?? false) &&
  (a.keywords?.join() ?? '') === (b.keywords?.join() ?? '') &&
  (a.finalOutput ?? false) === (b.finalOutput ?? false)
