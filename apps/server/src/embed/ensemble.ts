import type { ActivityFunction, Executor, Journal, Json, Model, Run, StartRun } from '@ensemble/core'

/** One recorded fact of a Run, or a live part of an answer; live parts have `seq: null` and are recorded nowhere. */
export type RunEvent = ReturnType<Journal['tail']> extends AsyncIterable<infer Event> ? Event : never

/** The options of `createEnsemble`. */
export interface EnsembleOptions {
  /** The folder of a workspace (docs/contract/api.md#workspace-folder), absolute or relative to the current folder. */
  readonly workspace: string
  /**
   * Where Runs are recorded. Default: the workspace's own database, `.ensemble/ensemble.db`, which only one process at a time can open. The
   * page and the commands of the terminal read only that one.
   */
  readonly journal?: Journal
  /** Functions of this program by the name of their Activity. They come before those in `activities/`. */
  readonly activities?: Readonly<Record<string, ActivityFunction>>
  /** Answers every Request. Default: the model of `ensemble.json` and of the environment, else the simulated model. */
  readonly model?: Model
  /** Names the profile of Runs that name none. Default: the one of `ensemble.json`; under the simulated model, `offline`. */
  readonly profile?: string
  /** Variables that say where models are and hold keys, such as `OPENAI_API_KEY`. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A workspace's files, its Journal and the executor over both, without a server. */
export interface Ensemble {
  /** Starts, resumes, replays, forks and cancels Runs, and takes the decisions of people. */
  readonly executor: Executor
  /** Reads Runs: `journal.runs.list({})`, `journal.read(id)`. */
  readonly journal: Journal
  /**
   * Runs an Idea, by name or address, until it ends or waits for a person: then `status` is `completed`, `cancelled` or `waiting`. Throws
   * EnsembleError with the code of the Run's error if it fails, `engine.storage` if the Journal refuses to record it, and `idea.invalid` or `module.unresolved` if it cannot start.
   */
  run(idea: string, input?: Json, options?: Omit<StartRun, 'idea' | 'input'>): Promise<Run>
  /** The events of a Run from the first (`after: 0`), then live ones until it ends or `signal` aborts. */
  events(run: string, options?: { readonly after?: number; readonly signal?: AbortSignal }): AsyncIterable<RunEvent>
  /** Continues the Runs that an earlier process left unfinished. Resolves to their ids once each continues. */
  resume(): Promise<readonly string[]>
  /** Stops live Runs where they are, for a later `resume`, and frees the workspace for other processes. */
  close(): Promise<void>
}
