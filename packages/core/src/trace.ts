/** `@ensemble/core/trace`: a Run's Journal as spans, at any position. */
export { agreementOf } from './trace/agreement.ts'
export {
  OPERATORS,
  parseCase,
  parseExpectations,
  type Case,
  type Expectation,
  type ExpectationType,
  type JudgeExpectation,
  type Operator,
} from './trace/case.ts'
export { createBriefReader, createBriefWriter, type BriefEvents } from './trace/brief-events.ts'
export {
  CHANGE_NAMES,
  compareTraces,
  editedSpan,
  isChanged,
  type AlignedSpan,
  type Change,
  type TraceComparison,
} from './trace/compare.ts'
export {
  bothWays,
  type BothWaysRow,
  type BothWaysSample,
  type BothWaysSummary,
  type WaySide,
} from './trace/both-ways.ts'
export { coverageOf, type CoveredTool } from './trace/coverage.ts'
export { cursorAt } from './trace/cursor.ts'
export {
  agreementOfCell,
  compareVariants,
  METRICS,
  summariseVariants,
  type ExperimentCell,
  type Metric,
  type VariantComparison,
  type VariantSummary,
} from './trace/experiment.ts'
export type { Counts } from './trace/counts.ts'
export type { NodeCounts } from './trace/graph-activity.ts'
export { ideaNode } from './trace/graph-activity.ts'
export { countUpTo } from './trace/history.ts'
export { JUMP_TARGETS, jumpFrom, type JumpTarget } from './trace/jump.ts'
export { failedCalls, type FailedCalls } from './trace/failed-calls.ts'
export { simulatedIn, type Simulated } from './trace/simulated.ts'
export { addUsage, isSettled, NO_USAGE, tokensOf } from './trace/span.ts'
export type { Period, Span, SpanError, SpanStatus, SpanUsage } from './trace/span.ts'
export { hasWaits, spanTime, timeOfSpans } from './trace/span-time.ts'
export { runTime } from './trace/run-time.ts'
export { percentile, toolTotals, type ToolTotals } from './trace/tool-totals.ts'
export { spanDetail, textAt, type SpanDetail } from './trace/span-detail.ts'
export {
  changeOf,
  judgeOutcome,
  judgeReplay,
  type CaseVerdict,
  type JudgedExpectation,
  type Measures,
} from './trace/judge-case.ts'
export { kappaOf, type JudgeAgreement } from './trace/kappa.ts'
export { readMeasure, type Measure } from './trace/measure.ts'
export { pairedStatistics, type PairedStatistics } from './trace/paired-statistics.ts'
export { similarityOf } from './trace/similarity.ts'
export type { Interval } from './trace/bootstrap.ts'
export type { CaseChange } from './trace/case-change.ts'
export { outcomeOf, type Outcome } from './trace/outcome.ts'
export { isTrial, TRIAL } from './journal/is-trial.ts'
export { inputTitle } from './trace/input-title.ts'
export { parentOf } from './journal/parent-of.ts'
export { ideaName, loopOf, ordinalOf, spanKind } from './trace/span-path.ts'
export type { Spans } from './trace/spans.ts'
export type { TraceEvent, TraceStreamEvent } from './trace/trace-event.ts'
export { appearedBy, appendEvent, createTraceLog, seqAtTime } from './trace/trace-log.ts'
export type { Appearances, Cursor, LiveSpan, QueuedAt, SpanTime, TraceLog, TraceMark } from './trace/log-types.ts'
export { originsIn, originsOf } from './trace/origins.ts'
export { recordedLoops, type RecordedCallFacts, type RecordedLoops } from './trace/recorded-loops.ts'
export { criticalCalls, type CriticalCall, type UntrustedMarks } from './trace/untrusted.ts'
export { isExact } from './trace/origin-types.ts'
export type { OriginHow, OriginLink, Origins, ValueMaker, ValuePlace } from './trace/origin-types.ts'
export { parsePlace, placeText } from './trace/place-text.ts'
export { traceBack, traceOnward, type ValueStep, type ValueTrace } from './trace/trace-value.ts'
export { DriftTally, type EdgeDrift } from './trace/drift.ts'
export { moduleCalls } from './trace/module-calls.ts'
export { importUses, type ImportUse } from './trace/idle-imports.ts'
export { repeatedShare, whatIf, type AskedRequest, type WhatIf } from './trace/what-if.ts'
export { graphToMermaid } from './trace/graph-to-mermaid.ts'
export { runToMarkdown } from './trace/run-to-markdown.ts'
export { runToMermaid } from './trace/run-to-mermaid.ts'
export { SEMCONV_VERSION, toOtlp, type OtlpOptions } from './trace/otlp.ts'
export type { OtlpAttribute, OtlpEvent, OtlpExport, OtlpSpan, OtlpValue } from './trace/otlp-types.ts'
export { changedFields, isFileChange, type FieldChange } from './trace/value-diff.ts'
export { isBodyRef } from './journal/events.ts'
export { splitSaid, type Block } from './model/blocks.ts'
export { wallOf, type Wall, type WallMessage } from './trace/wall.ts'
export { loopStart, stateInstances, wholeState, type LoopStart, type PinnedContext } from './trace/whole-state.ts'
export { changeSentence, messageNumber } from './trace/change-sentence.ts'
