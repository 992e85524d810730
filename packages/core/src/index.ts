/**
 * The API for programs that run agents, in the order of the folders (ARCHITECTURE.md). Other entries: `./validate`
 * (ajv), `./openai`, `./trace`, `./editor`, `./testing`, and `./host` for servers. Read docs/one-turn.md first.
 */

// JSON, schemas and what they refuse.
export { EnsembleError } from './schema/ensemble-error.ts'
export { hashJson, sha256Bytes } from './schema/hash.ts'
export type { Json, JsonObject, JsonSchema, Pointer, Sha256 } from './schema/json.ts'
export { isObject } from './schema/json.ts'
export type { JsonProblem } from './schema/parse-json.ts'
export type { Rest } from './schema/rest.ts'
export type { SchemaIssue, Validator, Verdict } from './schema/validator.ts'

// Tools (docs/contract/protocol.md#tools).
export type { LintSeverities } from './tool/lint-finding.ts'
export { lintTools } from './tool/lint.ts'
export { normaliseTool } from './tool/normalise.ts'
export type { Problem, Severity } from './tool/problem.ts'
export type { ApprovalRule, Mode, Openness, Tool as NormalTool, ToolSchema } from './tool/tool.ts'
export type { CallOf, ParametersOf, ResultOf, ToolHandle } from './tool/typed-tool.ts'

// Ideas, their addresses, bindings and graph.
export type { BindingTarget, DetailedBinding, DrawnPer, Profile, ToolBinding } from './idea/bindings.ts'
export { NO_PROFILE } from './idea/bindings.ts'
export type { Graph, GraphEdge, GraphNode, GraphOptions, GraphTool } from './idea/graph-types.ts'
export { deriveGraph } from './idea/graph.ts'
export type { CompositionOptions, Config, Idea, Limits, LoadedIdea, WireName } from './idea/idea.ts'
export { inputDefaultOf, inputSchemaOf, withInput } from './idea/input.ts'
export type { CallRecord, Message, Role } from './idea/message.ts'
export type { PlainMessage } from './idea/read-context.ts'
export type { ParsedIdea } from './idea/parse-idea.ts'
export { parseIdea } from './idea/parse-idea.ts'
export type { ParsedTool, ParsedWorkspace, WorkspaceFiles } from './idea/workspace.ts'
export { createIdeaSource, loadIdea, parseWorkspace } from './idea/workspace.ts'

// The parts of a Request: config, composition, references.
export { compose } from './request/compose.ts'
export { COMPOSER_VERSION } from './request/composer-version.ts'
export { mergeConfig } from './request/config.ts'
export { effectiveTools } from './request/effective-tools.ts'

// Models, wires and what they cost.
export { encodeRequest } from './model/encode-request.ts'
export { fallback } from './model/fallback.ts'
export type {
  Capabilities,
  ChatBody,
  ChatMessage,
  DeltaStream,
  Model,
  ModelDelta,
  ModelSource,
  ModelUsage,
} from './model/model.ts'
export { ModelError } from './model/model.ts'
export type { Price, PriceTable } from './model/prices.ts'
export { costOf, PRICES } from './model/built-in-prices.ts'
export type { SimulatedOptions } from './model/simulated/simulated-options.ts'
export { createSimulatedModel } from './model/simulated/simulated-model.ts'

// Judging a Call.
export type { CallError, CallErrorCode } from './call/call-error.ts'
export { CALL_ERROR_CODES } from './call/call-error.ts'
export type { CallVerdict } from './call/judge-calls.ts'
export { judgeCalls } from './call/judge-calls.ts'

// Activities.
export type {
  ActivityContext,
  ActivityFunction,
  ActivityOptions,
  Artifact,
  RegisteredActivity,
} from './activity/activity.ts'
export { NeedsApproval, needsApproval } from './activity/activity.ts'
export type { ActivityRegistry } from './activity/registry.ts'
export { createActivityRegistry } from './activity/registry.ts'

// The Journal, its chain and its fold.
export { EVENT_SCHEMAS } from './journal/event-schema.ts'
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
export { EVENT_TYPES } from './journal/events.ts'
export { foldRun, hasEnded, isEnd, NO_USAGE } from './journal/fold-run.ts'
export type { Journal, Lease, RunQuery, RunStart, Signal } from './journal/journal.ts'
export { createMemoryJournal } from './journal/memory-journal.ts'
export type { Annotation, FailedCall, Run, RunError, RunStatus, Usage, Waited, Waiting } from './journal/run-types.ts'

// Runs. The loop is `run/loop/loop.ts`; `executor.ts` starts it for a host, `agent.ts` for a program.
export type { Registry } from './run/program/agent.ts'
export type {
  CallsOf,
  OutputOf,
  RegisterActivity,
  RequestedCall,
  ToolChoice,
  ToolSchemas,
} from './run/program/typed-agent.ts'
export type { AgentDeps } from './run/program/given-to-agent.ts'
export type { LoopApproval, LoopDecision, LoopDeps } from './run/program/loop-callbacks.ts'
export type { LoopResult } from './run/program/loop-result.ts'
export { Activity, Agent, createRegistry, Tool } from './run/program/agent.ts'
export type { ComposeAsked, ComposedIdea, ComposeSettings } from './run/program/compose-idea.ts'
export { composeIdea } from './run/program/compose-idea.ts'
export type { HostCall, HostMeta, OnCall } from './run/record/host-call.ts'
export type { ArtifactStore, Clock, ExecutorDeps, IdeaSource, PinQuestion } from './run/record/executor-deps.ts'
export type { DecisionInput, OpenApproval } from './run/approval/approval-types.ts'
export type { Executor, StartRun } from './run/operate/executor-types.ts'
export { createExecutor } from './run/operate/executor.ts'
export type { AgainAnswer, AskAgainOptions } from './run/operate/fork/ask-again.ts'
export type { BlastRadius } from './run/operate/fork/blast-radius.ts'
export type { ForkOptions } from './run/operate/fork/fork.ts'
export type { Lifted, LiftedMember, LiftOptions } from './run/operate/fork/lift.ts'
export type { ForkEdit } from './run/record/reuse.ts'
export type { ReplayReport } from './run/operate/replay.ts'
export type { Call, Solution } from './run/loop/request.ts'
export { systemClock } from './run/operate/system-clock.ts'
