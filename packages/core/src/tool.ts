/** `@ensemble/core/tool`: reading and linting Tools. */
export type { LintSeverities } from './tool/lint-finding.ts'
export { lintTools } from './tool/lint.ts'
export { normaliseTool } from './tool/normalise.ts'
export type { Severity } from './tool/problem.ts'
export type { ApprovalRule, Mode, Openness, Tool as NormalTool, ToolSchema } from './tool/tool.ts'
