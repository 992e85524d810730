/** `@ensemble/core/editor`: what an editor of Ideas and Tools knows beside their text; loaded with it, not with the page. */
export { diagnoseIdea, diagnoseTool } from './editor/diagnose.ts'
export type { DiagnoseOptions } from './editor/diagnose.ts'
export { fixAll } from './editor/fixes.ts'
export { readProperties, typeLabel } from './tool/property-table.ts'
export type { PropertyGroup, PropertyRow } from './tool/property-table.ts'
export {
  addProperty,
  movePropertyTo,
  removeProperty,
  renameProperty,
  retypeProperty,
  setProperty,
  setRequired,
} from './tool/property-edits.ts'
export type { NewProperty } from './tool/property-edits.ts'
export { applyTextEdits, editBetween } from './schema/json-document.ts'
export type { TextEdit } from './schema/json-document.ts'
export { DEFAULT_SEVERITIES } from './tool/lint-finding.ts'
export type { LintCode, LintSeverities } from './tool/lint-finding.ts'
export { PROBLEM_CODES } from './tool/problem-codes.ts'
