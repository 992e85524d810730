import { hasOwn } from '../schema/json.ts'
import type { Steps } from '../schema/turns.ts'
import type { Problem, Severity } from './problem.ts'
import type { ProblemCode } from './problem-codes.ts'
import type { Tool } from './tool.ts'

/** A workspace's say about severities, by code; `off` silences a rule (docs/contract/api.md, `lint`). */
export type LintSeverities = { readonly [code: string]: Severity | 'off' }

/** The codes whose severity a workspace may change: nothing fails to run for them. */
export type LintCode = ProblemCode & (`lint.${string}` | `portability.${string}` | `schema.${string}`)

/** How serious each rule of lint is unless a workspace sets it. */
export const DEFAULT_SEVERITIES: { readonly [code in LintCode]: Severity | 'off' } = {
  'lint.descriptionMissing': 'warning',
  'lint.descriptionVague': 'info',
  'lint.descriptionsAlike': 'warning',
  'lint.descriptionUnrelated': 'info',
  'lint.parameterUndocumented': 'info',
  'lint.parameterVague': 'info',
  'lint.nestedUndocumented': 'info',
  'lint.namesAlike': 'warning',
  'lint.tooManyTools': 'info',
  'lint.tooManyParameters': 'info',
  'lint.tooDeep': 'info',
  'lint.noRequired': 'info',
  'lint.requiredMayBeEmpty': 'info',
  'lint.approvalMissing': 'warning',
  'lint.exampleUnknownTool': 'warning',
  'lint.approvalNever': 'error',
  'lint.importUnknown': 'error',
  'lint.outputPathUnknown': 'error',
  'lint.inputBridged': 'warning',
  'lint.outputComposed': 'info',
  'lint.temperatureWithTools': 'info',
  'portability.limits': 'warning',
  'portability.reshaped': 'info',
  // Every minLength would be one: the list of what strict mode changes shows them.
  'portability.unenforced': 'off',
  'schema.ref': 'error',
  'schema.compile': 'error',
  'schema.unknownKeyword': 'warning',
  'schema.requiredUndeclared': 'warning',
  'schema.valueInvalid': 'warning',
  'schema.valueRepeated': 'warning',
  'schema.pattern': 'error',
  'schema.contradiction': 'error',
  'schema.metaMisplaced': 'warning',
}

/** A rule's finding. `path` points into the author's schema; `word` is the exact text inside a string. */
export interface Finding {
  readonly code: LintCode
  readonly message: string
  readonly path: string
  readonly tool?: string
  readonly word?: string
}
export type ToolRule = (tool: Tool) => readonly Finding[]
/** A Tool in each step. */
export type SetRule = (tools: readonly Tool[]) => Steps<readonly Finding[]>

/** Findings as Problems with the severities of the workspace; what is off is left out. */
export const toProblems = <T extends Finding>(
  findings: readonly T[],
  severities: LintSeverities = {},
): readonly (Problem & T)[] =>
  findings.flatMap((finding) => {
    const severity =
      (hasOwn(severities, finding.code) ? severities[finding.code] : undefined) ?? DEFAULT_SEVERITIES[finding.code]
    return severity === 'off' ? [] : [{ ...finding, severity }]
  })
