/** `@ensemble/core/editor`: helpers for editors of Ideas and Tools; loaded with an editor, not with the page. */
export { diagnoseIdea, diagnoseIdeaInTurns, diagnoseSyntax, diagnoseTool } from './editor/diagnose.ts'
export type { DiagnoseOptions } from './editor/diagnose.ts'
export { schemaProblems, schemaProblemsInTurns } from './editor/workspace-schemas.ts'
export { fixAll, isWholeFix } from './editor/fixes/fix-all.ts'
export { FIX_TITLES } from './editor/fixes/fix-titles.ts'
export { flatRows } from './tool/flat-rows.ts'
export type { FlatRow } from './tool/flat-rows.ts'
export { readProperties, typeLabel } from './tool/property-table.ts'
export type { Combination, PropertyGroup, PropertyRow } from './tool/property-table.ts'
export {
  addAlternative,
  addProperty,
  changeCombination,
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
export { setEnum } from './tool/enum-edits.ts'
export type { NewProperty } from './tool/property-edits.ts'
export {
  addDefinition,
  definitionPointer,
  extractDefinition,
  removeDefinition,
  renameDefinition,
} from './tool/definition-edits.ts'
export { setDiscriminator } from './tool/discriminator.ts'
export { readTyped } from './schema/shorthand.ts'
export type { TypedProperty } from './schema/shorthand.ts'
export { applyTextEdits, editBetween, isTooDeep, memberOf, parseDocument, rangeAt } from './schema/json-document.ts'
export type { JsonNode, TextEdit } from './schema/json-document.ts'
export { insertItem, insertMember, moveChild, removeChild, renameKey, replaceValue } from './schema/json-edits.ts'
export { setAtPath } from './schema/set-at-path.ts'
export { addToolToIdea } from './idea/add-tool.ts'
export { contextTools } from './idea/context-tools.ts'
export { withModuleTool } from './idea/with-module-tool.ts'
export { nameFrom, toolNameFrom } from './tool/name-from.ts'
export { KEYWORDS, NUMBER_KEYWORDS } from './schema/keywords.ts'
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
export { exportTool, importTools, TOOL_FORMATS } from './tool/convert.ts'
export { LOST_SENTENCES, type LostCode } from './tool/lost-sentences.ts'
export { exportTools } from './tool/convert-many.ts'
export type { ToolFormat } from './tool/convert.ts'
export { renamedParameters, type Exported, type Imported, type ImportedTool, type Lost } from './tool/conversion.ts'
export { toTypeScript } from './tool/tool-typescript.ts'
export type { ToolTypeScript } from './tool/tool-typescript.ts'
export { schemaBounds } from './schema/schema-bounds.ts'
export type { SchemaBound } from './schema/schema-bounds.ts'
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
export { composeIdea } from './run/program/compose-idea.ts'
export type { ComposeAsked, ComposedIdea, ComposeSettings } from './run/program/compose-idea.ts'
export { createIdeaSource, loadIdea } from './idea/workspace.ts'
export { fieldIssues } from './call/field-issues.ts'
export type { FieldIssue } from './call/field-issues.ts'
export { judgeCalls } from './call/judge-calls.ts'
export type { CallVerdict, JudgedCalls } from './call/judge-calls.ts'
export { isResultField, resultFieldOf } from './tool/meta-names.ts'
export { normaliseTool } from './tool/normalise.ts'
export { checkRecordedCalls, checkRecordedCallsInTurns } from './editor/recorded-calls.ts'
export { type IdeaTool, ideaTools } from './editor/idea-tools.ts'
export type { CallHistoryCheck, CallHistoryOptions, RecordedCall } from './editor/recorded-calls.ts'
export { addHttpActivity } from './idea/add-http-activity.ts'
export { DEFAULT_LIMITS } from './request/config.ts'
