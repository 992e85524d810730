import type { Validator } from '../schema/validator.ts'
import { findInTool } from '../tool/lint.ts'
import type { Finding } from '../tool/lint-finding.ts'
import type { Tool } from '../tool/tool.ts'
import { schemaFindings, schemasOfTool } from './schema-problems.ts'

interface Judged {
  readonly validator: Validator | undefined
  readonly findings: readonly Finding[]
}

/** Findings that are remembered by their Tools' texts. */
export const MOST_KEPT = 500
const kept = new Map<string, Judged>()

/**
 * Findings in one Tool alone; paths point into its schema. They depend only on this Tool, so edits elsewhere keep them.
 * `isSound`: it has no errors that are reported elsewhere.
 */
export const findingsOf = (
  tool: Tool,
  isSound: boolean,
  { validator, portability = true }: { readonly validator?: Validator; readonly portability?: boolean },
): readonly Finding[] => {
  const key = JSON.stringify([tool.name, isSound, portability, tool.source])
  const before = kept.get(key)
  kept.delete(key)
  const findings =
    before !== undefined && before.validator === validator
      ? before.findings
      : [
          ...findInTool(tool),
          ...schemaFindings(schemasOfTool(tool, ''), {
            validator,
            portability: portability && isSound,
            isReported: !isSound,
          }),
        ]
  // Inserted last again: the first key is always the one not asked for longest.
  kept.set(key, { validator, findings })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return findings
}
