/** `@ensemble/core/editor`: what an editor of Ideas and Tools knows beside their text; loaded with it, not with the page. */
export { diagnoseIdea, diagnoseIdeaInTurns, diagnoseSyntax, diagnoseTool } from './editor/diagnose.ts'
export type { DiagnoseOptions } from './editor/diagnose.ts'
export { schemaProblems, schemaProblemsInTurns } from './editor/workspace-schemas.ts'
export { fixAll, isWholeFix } from './editor/fixes.ts'
export { flatRows } from './tool/flat-rows.ts'
export type { FlatRow } from './tool/flat-rows.ts'
export { readProperties, typeLabel } from './tool/property-table.ts'
export type { PropertyGroup, PropertyRow } from './tool/property-table.ts'
export {
  addAlternative,
  addProperty,
  movePropertyInto,
  movePropertyTo,
  removeAlternative,
  removeProperty,
  renameProperty,
  retypeProperty,
  retypeSchema,
  setKeywords,
  setProperty,
  setRequired,
} from './tool/property-edits.ts'
export type { NewProperty } from './tool/property-edits.ts'
export { applyTextEdits, editBetween, isTooDeep, rangeAt } from './schema/json-document.ts'
export type { TextEdit } from './schema/json-document.ts'
export { setAtPath } from './schema/set-at-path.ts'
export { addToolToIdea } from './idea/add-tool.ts'
export { KEYWORDS } from './schema/keywords.ts'
export type { KeywordDoc } from './schema/keywords.ts'
export { DEFAULT_SEVERITIES } from './tool/lint-finding.ts'
export type { LintCode, LintSeverities } from './tool/lint-finding.ts'
export { PROBLEM_CODES } from './tool/problem-codes.ts'
export { completeAt } from './editor/complete.ts'
export type { Completion } from './editor/complete.ts'
export { hoverAt } from './editor/hover.ts'
export type { Hover } from './editor/hover.ts'
export { definitionAt } from './editor/definition.ts'
export type { Definition } from './editor/definition.ts'
export { renameAt, renameTargetAt } from './editor/rename.ts'
export { breadcrumbsAt } from './editor/place.ts'
export type { Crumb } from './editor/place.ts'
export { worldOf } from './editor/world.ts'
export type { EditorWorld, Named } from './editor/world.ts'
export { ENSEMBLE_SCHEMA } from './editor/ensemble-schema.ts'
export { PUBLISHED_SCHEMAS } from './editor/published-files.ts'
export { IDEA_SCHEMA, TOOL_SCHEMA } from './editor/published-schema.ts'
export { detectFormat, exportTool, importTools, TOOL_FORMATS } from './tool/convert.ts'
export { exportTools } from './tool/convert-many.ts'
export type { ToolFormat } from './tool/convert.ts'
export { renamedParameters, type Exported, type Imported, type ImportedTool, type Lost } from './tool/conversion.ts'
export { toTypeScript } from './tool/tool-typescript.ts'
export type { ToolTypeScript } from './tool/tool-typescript.ts'
export { inferSchema } from './schema/infer.ts'
export { exampleOf } from './schema/example-of.ts'
export { READINESS_CHECKS, readiness, readinessInTurns } from './editor/readiness.ts'
export type { Readiness, ReadinessCheck, ReadinessItem, ReadinessOptions } from './editor/readiness.ts'
export { priceProblems, type RunSettings } from './editor/price-check.ts'
export { sampleCalls } from './editor/sample-calls.ts'
export type { SampleOptions } from './editor/sample-calls.ts'
export { strictView } from './editor/strict-view.ts'
export type { StrictChange, StrictView } from './editor/strict-view.ts'
export { showTool } from './editor/shown-request.ts'
export type { ShownPart } from './editor/shown-request.ts'
export { composeIdea } from './run/compose-idea.ts'
export type { ComposeAsked, ComposedIdea, ComposeSettings } from './run/compose-idea.ts'
export { createIdeaSource, loadIdea } from './idea/workspace.ts'
export { judgeCalls } from './call/judge-calls.ts'
export type { CallVerdict, JudgedCalls } from './call/judge-calls.ts'
export { normaliseTool } from './tool/normalise.ts'
export { checkRecordedCalls } from './editor/recorded-calls.ts'
export type { CallHistoryCheck, RecordedCall } from './editor/recorded-calls.ts'
export { addHttpActivity } from './idea/add-http-activity.ts'
export { DEFAULT_LIMITS } from './request/config.ts'
