import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import type { Problem, Severity } from './problem.ts'
import type { ProblemCode } from './problem-codes.ts'
import type { Tool } from './tool.ts'

/** A workspace's say about severities, by code; `off` silences a rule (API.md, `lint`). */
export type LintSeverities = { readonly [code: string]: Severity | 'off' }

type LintCode = ProblemCode & `lint.${string}`
interface Finding {
  readonly code: LintCode
  readonly message: string
  readonly path: string
  readonly tool?: string
}
type ToolRule = (tool: Tool) => readonly Finding[]
type SetRule = (tools: readonly Tool[]) => readonly Finding[]

const DEFAULT_SEVERITIES: { readonly [code in LintCode]: Severity } = {
  'lint.descriptionMissing': 'warning',
  'lint.descriptionVague': 'info',
  'lint.descriptionsAlike': 'warning',
  'lint.parameterUndocumented': 'info',
  'lint.tooManyTools': 'info',
  'lint.noRequired': 'info',
  'lint.approvalMissing': 'warning',
}

/** What makes models choose or fill one Tool wrongly. Paths point into the author's schema. */
export const lintTool = (tool: Tool, severities: LintSeverities = {}): readonly Problem[] =>
  toProblems(
    TOOL_RULES.flatMap((rule) => rule(tool)),
    severities,
  )

/** The same for the Tools of one Idea, with what only shows among several. */
export const lintTools = (tools: readonly Tool[], severities: LintSeverities = {}): readonly Problem[] => [
  ...tools.flatMap((tool) => lintTool(tool, severities)),
  ...toProblems(
    SET_RULES.flatMap((rule) => rule(tools)),
    severities,
  ),
]

function toProblems(findings: readonly Finding[], severities: LintSeverities): readonly Problem[] {
  return findings.flatMap((finding): readonly Problem[] => {
    const severity = hasOwn(severities, finding.code) ? severities[finding.code] : undefined
    return severity === 'off' ? [] : [{ ...finding, severity: severity ?? DEFAULT_SEVERITIES[finding.code] }]
  })
}

const FEWEST_WORDS = 3
const MOST_TOOLS = 40
const ALIKE = 0.8
const DANGEROUS = ['delete', 'remove', 'restart', 'isolate', 'critical', 'warning', 'drop', 'shutdown']

/** Letters and digits of any script, in lower case. */
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const description: ToolRule = ({ name, description: text }) => {
  const count = wordsOf(text).length
  if (count === 0) {
    return [{ code: 'lint.descriptionMissing', path: '', tool: name, message: `The Tool ${name} has no description.` }]
  }
  const message = `The description of ${name} says little: tell when to use it and what comes back.`
  return count < FEWEST_WORDS ? [{ code: 'lint.descriptionVague', path: '/description', tool: name, message }] : []
}

const undocumented: ToolRule = ({ name, parameters }) =>
  Object.entries(isObject(parameters.properties) ? parameters.properties : {}).flatMap(([key, schema]) => {
    const isDocumented = isObject(schema) && (typeof schema.description === 'string' || schema.const !== undefined)
    const message = `The parameter ${key} of ${name} has no description.`
    const path = `/properties/${escapePointer(key)}`
    return isDocumented ? [] : [{ code: 'lint.parameterUndocumented', path, tool: name, message }]
  })

const noRequired: ToolRule = ({ name, parameters }) => {
  const hasProperties = isObject(parameters.properties) && Object.keys(parameters.properties).length > 0
  const hasRequired = Array.isArray(parameters.required) && parameters.required.length > 0
  const message = `The Tool ${name} requires none of its parameters.`
  return hasProperties && !hasRequired ? [{ code: 'lint.noRequired', path: '', tool: name, message }] : []
}

const approval: ToolRule = (tool) => {
  const name = tool.name.replace(/([a-z])([A-Z])/gu, '$1 $2')
  const found = wordsOf(`${name} ${tool.description}`).find((word) => DANGEROUS.includes(word))
  const message = `The Tool ${tool.name} says “${found ?? ''}”: should a person confirm it (_approval)?`
  return found !== undefined && tool.approval === undefined && tool.activity !== ''
    ? [{ code: 'lint.approvalMissing', path: '', tool: tool.name, message }]
    : []
}

const alike: SetRule = (tools) => {
  const described = tools.map((tool) => ({ tool, words: new Set(wordsOf(tool.description)) }))
  return described.flatMap(({ tool, words }, index) => {
    const other = described.slice(0, index).find((earlier) => similarity(words, earlier.words) >= ALIKE)
    if (other === undefined) return []
    const message = `${tool.name} and ${other.tool.name} are described alike; say what sets them apart.`
    return [{ code: 'lint.descriptionsAlike', path: '/description', tool: tool.name, message }]
  })
}

/** Shared words over all words, 0 to 1. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / (one.size + other.size - shared)
}

const tooMany: SetRule = (tools) =>
  tools.length <= MOST_TOOLS
    ? []
    : [
        {
          code: 'lint.tooManyTools',
          path: '',
          message: `${tools.length} Tools in one Idea: models choose worse among so many.`,
        },
      ]

const TOOL_RULES: readonly ToolRule[] = [description, undocumented, noRequired, approval]
const SET_RULES: readonly SetRule[] = [alike, tooMany]
