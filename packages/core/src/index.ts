export type { Json, JsonObject, JsonSchema, Pointer, Sha256 } from './schema/json.ts'
export { escapePointer, hasOwn, isObject, isPrototypeName } from './schema/json.ts'
export { EnsembleError } from './schema/ensemble-error.ts'
export { canonicalJson, hashJson, sha256Bytes, sha256Text } from './schema/hash.ts'
export { hashOf } from './schema/kept-text.ts'
export { onAbort } from './schema/on-abort.ts'
export { parseJson, parseJsonInTurns } from './schema/parse-json.ts'
export { isLarge } from './schema/rest.ts'
export type { Rest } from './schema/rest.ts'
export { weigh } from './schema/weigh.ts'
export { getByPointer } from './schema/pointer.ts'
export type { JsonProblem, ParsedJson } from './schema/parse-json.ts'
export type { SchemaIssue, Validator, Verdict } from './schema/validator.ts'
export type { Problem, Severity } from './tool/problem.ts'
export type { ApprovalRule, Mode, Openness, Tool as NormalTool, ToolSchema } from './tool/tool.ts'
export type { CompositionOptions, Config, Idea, Limits, LoadedIdea, WireName } from './idea/idea.ts'
export type { CallRecord, Message, Role } from './idea/message.ts'
export type { Graph, GraphEdge, GraphNode, GraphOptions, GraphTool } from './idea/graph-types.ts'
export type { Capabilities, ChatBody, ChatMessage, Model, ModelDelta, ModelSource, ModelUsage } from './model/model.ts'
export { ModelError } from './model/model.ts'
export type { CallError, CallErrorCode } from './call/call-error.ts'
export { CALL_ERROR_CODES } from './call/call-error.ts'
export type {
  ActivityContext,
  ActivityFunction,
  ActivityOptions,
  Artifact,
  RegisteredActivity,
} from './activity/activity.ts'
export { NeedsApproval, needsApproval } from './activity/activity.ts'
export type { BindingTarget, Profile, ToolBinding } from './idea/bindings.ts'
export type {
  BodyRef,
  Breakpoint,
  EventData,
  EventType,
  JournalEvent,
  LiveEvent,
  NewEvent,
  Stored,
  StreamEvent,
} from './journal/events.ts'
export { EVENT_SCHEMAS } from './journal/event-schema.ts'
export { EVENT_TYPES, isBodyRef, isMark } from './journal/events.ts'
export type { Journal, Lease, RunQuery, RunStart, Signal } from './journal/journal.ts'
export { GENESIS } from './journal/journal.ts'
export { parseTraceparent } from './journal/trace-context.ts'
export type { Annotation, Run, RunError, RunStatus, Usage, Waiting } from './journal/run-types.ts'
export type {
  ArtifactStore,
  Clock,
  Executor,
  ExecutorDeps,
  IdeaSource,
  ReplayReport,
  StartRun,
} from './run/executor-types.ts'
export type { PinQuestion } from './run/pinned.ts'
export type { Head, Sealed, SealOptions } from './journal/chain.ts'
export { bodyRefs, findBreak, hydrateEvent, sealEvents } from './journal/chain.ts'
export { redactJson } from './journal/redact-json.ts'
export { systemClock } from './run/system-clock.ts'
export { foldRun, hasEnded, isEnd, NO_USAGE } from './journal/fold-run.ts'
export { createMemoryJournal } from './journal/memory-journal.ts'
export { NO_PROFILE } from './idea/bindings.ts'
export type { ActivityRegistry } from './activity/registry.ts'
export { createActivityRegistry } from './activity/registry.ts'
export type { ParsedTool, ParsedWorkspace, WorkspaceFiles } from './idea/workspace.ts'
export { createIdeaSource, loadIdea, parseSharedTool, parseWorkspace, readForeignIdea } from './idea/workspace.ts'
export { parseAddress } from './idea/address.ts'
export { deriveGraph } from './idea/graph.ts'
export { createGraphDeriver } from './idea/graph-deriver.ts'
export type { ParsedIdea } from './idea/parse-idea.ts'
export { parseIdea } from './idea/parse-idea.ts'
export { mcpServerOf } from './idea/mcp-name.ts'
export { inputDefaultOf, inputSchemaOf, withInput } from './idea/input.ts'
export { inlineTools } from './idea/inline-tools.ts'
export { withActivity } from './idea/with-activity.ts'
export { normaliseTool } from './tool/normalise.ts'
export type { AgainAnswer, AskAgainOptions } from './run/fork/ask-again.ts'
export type { BlastRadius, DecisionInput, ForkOptions, OpenApproval } from './run/executor-types.ts'
export type { ForkEdit } from './run/fork/reuse.ts'
export type { CallVerdict } from './call/judge-calls.ts'
export { createCallJudge, judgeCalls } from './call/judge-calls.ts'
export { writtenOutput } from './call/written-output.ts'
export type { ComposeAsked, ComposedIdea, ComposeSettings } from './run/compose-idea.ts'
export { composeIdea } from './run/compose-idea.ts'
export { trialOf } from './run/trial.ts'
export { createTrialModel, TRIAL_MODEL } from './model/trial-model.ts'
export { createExecutor } from './run/executor.ts'
export { instancesOf } from './request/instance.ts'
export { mergeUpfront } from './idea/upfront.ts'
export { compose } from './request/compose.ts'
export { COMPOSER_VERSION } from './request/composer-version.ts'
export { compositionOf, mergeConfig } from './request/config.ts'
export { effectiveTools } from './request/effective-tools.ts'
export { fallback } from './model/fallback.ts'
export { encodeRequest } from './model/encode-request.ts'
export { lintTools } from './tool/lint.ts'
export type { SimulatedOptions } from './model/simulated/simulated-model.ts'
export { createSimulatedModel } from './model/simulated/simulated-model.ts'
export type { AgentDeps, LoopResult, Registry } from './run/agent.ts'
export { Activity, Agent, createRegistry, Tool } from './run/agent.ts'
export type { Call, Solution } from './run/request.ts'
export type { CallOf, ParametersOf, ResultOf, ToolHandle } from './tool/typed-tool.ts'
export type { Price, PriceTable } from './model/prices.ts'
export { costOf, PRICES } from './model/prices.ts'
export { probeKey } from './model/probe.ts'
export type { Examination, Finding } from './model/examine.ts'
export { examineEndpoint, explainExamination, verdictOf } from './model/examine.ts'
export type { LintSeverities } from './tool/lint-finding.ts'
export { applyImports } from './request/imports.ts'
