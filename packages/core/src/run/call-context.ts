import type { ActivityContext, Artifact } from '../activity/activity.ts'
import { traceparentOf } from '../journal/trace-context.ts'
import { copyJson, type JsonObject } from '../schema/json.ts'
import type { Tool } from '../tool/tool.ts'
import type { ReadyCall } from './perform-call.ts'
import { publish, type RunScope } from './run-scope.ts'

/**
 * What an Activity is given beside its Call (PROTOCOL.md §4). Its functions can be taken apart from it; what is seldom
 * asked for and costs more than the rest of the Call (a signal, two hashes, copies) is made where it is.
 */
export class CallContext implements ActivityContext {
  readonly tool: Tool
  readonly idempotencyKey: string
  readonly log: ActivityContext['log']
  readonly progress: ActivityContext['progress']
  readonly artifact: ActivityContext['artifact']
  readonly readArtifact: ActivityContext['readArtifact']
  readonly #run: RunScope
  readonly #call: ReadyCall
  readonly #signal: () => AbortSignal
  #imports: JsonObject | undefined
  #state: JsonObject | undefined

  /** `noted` hears of each event that goes to the Journal without being waited for. */
  constructor(
    run: RunScope,
    call: ReadyCall,
    readonly attempt: number,
    signal: () => AbortSignal,
    noted: (event: Promise<void>) => void,
  ) {
    const { id, span, proposed } = call
    const { history, deps } = run
    this.tool = proposed.tool.tool
    this.idempotencyKey = id
    this.#run = run
    this.#call = call
    this.#signal = signal
    this.log = (text, level = 'info') =>
      noted(history.emit('call.logged', span, { call: id, level, text: String(text) }))
    this.progress = (done, total, text) => publish(run, 'call.progress', span, { call: id, done, total, text })
    this.artifact = async (fileName, bytes, { type }): Promise<Artifact> => {
      // Bytes first: an artifact is synced before the event that names it.
      const sha256 = await deps.artifacts.put(bytes)
      const name = `${sha256.slice(0, 16)}-${fileName}`
      await history.emit('artifact.created', span, { call: id, name, type, bytes: bytes.byteLength, sha256 })
      return { $artifact: name, type, bytes: bytes.byteLength, sha256 }
    }
    this.readArtifact = async ({ sha256, $artifact }) => {
      const bytes = await deps.artifacts.get(sha256)
      if (!bytes) throw new Error(`The artifact ${$artifact} is not there.`)
      return bytes
    }
  }

  // What an Activity does to what it was given stays its own: the Loop and its record hold the originals.
  get imports(): JsonObject {
    return (this.#imports ??= copyJson(this.#call.imports))
  }

  get state(): JsonObject {
    return (this.#state ??= copyJson(this.#call.view.state))
  }

  get signal(): AbortSignal {
    return this.#signal()
  }

  get traceparent(): string {
    return traceparentOf(this.#run.id, this.#call.span, this.#run.created.traceparent)
  }
}
