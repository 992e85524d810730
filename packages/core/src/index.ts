/**
 * The API for programs that run agents, in the order of the folders (ARCHITECTURE.md). docs/library.md lists the
 * other entries. Read docs/one-turn.md first.
 */

// JSON and errors.
export { EnsembleError } from './schema/ensemble-error.ts'
export { sha256Bytes } from './schema/hash.ts'
export type { Json, JsonObject, JsonSchema, Sha256 } from './schema/json.ts'
export { isObject } from './schema/json.ts'

// Tools (docs/contract/protocol.md#tools).
export type { Problem } from './tool/problem.ts'
export type { CallOf, ParametersOf, ResultOf, ToolHandle } from './tool/typed-tool.ts'

// Ideas and their graph.
export type { Profile } from './idea/bindings.ts'
export { NO_PROFILE } from './idea/bindings.ts'
export type { Graph, GraphEdge, GraphNode } from './idea/graph-types.ts'
export type { Config, Idea, LoadedIdea } from './idea/idea.ts'
export type { Message } from './idea/message.ts'
export { createIdeaSource } from './idea/workspace.ts'

// Models.
export type { ChatBody, Model, ModelDelta } from './model/model.ts'
export { ModelError } from './model/model.ts'
export { createSimulatedModel } from './model/simulated/simulated-model.ts'

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

// The Journal.
export type { JournalEvent } from './journal/events.ts'
export type { Journal } from './journal/journal.ts'
export { createMemoryJournal } from './journal/memory-journal.ts'
export type { Run } from './journal/run-types.ts'

// Runs. The loop is `run/loop/loop.ts`; `executor.ts` starts it for a host, `agent.ts` for a program.
export type { Registry } from './run/program/agent.ts'
export type { CallsOf, OutputOf } from './run/program/typed-agent.ts'
export type { AgentDeps } from './run/program/given-to-agent.ts'
export type { LoopApproval, LoopDecision, LoopDeps } from './run/program/loop-callbacks.ts'
export type { LoopResult } from './run/program/loop-result.ts'
export { Activity, Agent, createRegistry, Tool } from './run/program/agent.ts'
export type { HostMeta, OnCall } from './run/record/host-call.ts'
export type { ArtifactStore, ExecutorDeps, IdeaSource } from './run/record/executor-deps.ts'
export type { DecisionInput, OpenApproval } from './run/approval/approval-types.ts'
export type { Executor, StartRun } from './run/operate/executor-types.ts'
export { createExecutor } from './run/operate/executor.ts'
export type { Call, Solution } from './run/loop/request.ts'
export { systemClock } from './run/operate/system-clock.ts'
