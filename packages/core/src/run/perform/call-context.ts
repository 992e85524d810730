import type { ActivityContext, Artifact } from '../../activity/activity.ts'
import type { EventData } from '../../journal/events.ts'
import { traceparentOf } from '../../journal/trace-context.ts'
import { copyJson, hasOwn, isObject, type JsonObject } from '../../schema/json.ts'
import type { Tool } from '../../tool/tool.ts'
import type { ReadyCall } from '../record/ready-call.ts'
import { heardLater } from '../record/heard-later.ts'
import { publish } from '../record/publish.ts'
import type { RunScope } from './run-scope.ts'

/** Unawaited writes to the Journal; the Activity itself cannot see them. */
export let notedIn: (context: CallContext) => readonly Promise<void>[] | undefined

/** An Activity's context (docs/contract/protocol.md#activities): destructurable, with costly parts made on demand. */
export class CallContext implements ActivityContext {
  readonly #run: RunScope
  readonly #call: ReadyCall
  readonly #signal: () => AbortSignal
  #noted: Promise<void>[] | undefined
  #imports: JsonObject | undefined
  #state: JsonObject | undefined

  constructor(
    run: RunScope,
    call: ReadyCall,
    readonly attempt: number,
    readonly approvedFor: string | undefined,
    signal: () => AbortSignal,
  ) {
    this.#run = run
    this.#call = call
    this.#signal = signal
  }

  get approved(): boolean {
    return this.approvedFor !== undefined
  }

  get tool(): Tool {
    return this.#call.proposed.tool.tool
  }

  get idempotencyKey(): string {
    return this.#call.place.id
  }

  // An Activity changes only its copy: the Loop and its record hold the originals.
  get imports(): JsonObject {
    return (this.#imports ??= withCallers(copyJson(this.#call.imports)))
  }

  get state(): JsonObject {
    return (this.#state ??= copyJson(stateOf(this.#call)))
  }

  get signal(): AbortSignal {
    return this.#signal()
  }

  get traceparent(): string {
    return traceparentOf(this.#run.id, this.#call.place.span, this.#run.created.traceparent)
  }

  get log(): ActivityContext['log'] {
    return (text, level = 'info') => {
      const event = this.#emit('call.logged', { call: this.#call.place.id, level, text: String(text) })
      heardLater(event)
      ;(this.#noted ??= []).push(event)
    }
  }

  get progress(): ActivityContext['progress'] {
    return (done, total, text) =>
      publish(this.#run, 'call.progress', this.#call.place.span, { call: this.#call.place.id, done, total, text })
  }

  get artifact(): ActivityContext['artifact'] {
    return async (fileName, bytes, { type }): Promise<Artifact> => {
      // Bytes first: an artifact is synced before the event that names it.
      const sha256 = await this.#run.deps.artifacts.put(bytes)
      const name = `${sha256.slice(0, 16)}-${fileName}`
      const { byteLength } = bytes
      await this.#emit('artifact.created', { call: this.#call.place.id, name, type, bytes: byteLength, sha256 })
      return { $artifact: name, type, bytes: byteLength, sha256 }
    }
  }

  get readArtifact(): ActivityContext['readArtifact'] {
    return async ({ sha256, $artifact }) => {
      const bytes = await this.#run.deps.artifacts.get(sha256)
      if (!bytes)
        throw new Error(`There is no file ${$artifact}: pass on the whole object that a Tool gave, unchanged.`)
      return bytes
    }
  }

  static {
    notedIn = (context) => context.#noted
  }

  #emit<T extends 'call.logged' | 'artifact.created'>(type: T, data: EventData[T]): Promise<void> {
    const { history } = this.#run
    const { span } = this.#call.place
    return type === 'call.logged' ? history.gather(type, span, data) : history.emit(type, span, data)
  }
}

/**
 * In a Module the caller's input and texts are data: imports find them like those of an own Loop, unless it has its
 * own.
 */
function withCallers(imports: JsonObject): JsonObject {
  const { data } = imports
  if (!isObject(data)) return imports
  const callers = ['input', 'text'].filter((name) => hasOwn(data, name) && !hasOwn(imports, name))
  return { ...imports, ...Object.fromEntries(callers.map((name) => [name, data[name] ?? null])) }
}

/** In the clean room of a Module the imports are all that is seen of the caller (docs/contract/protocol.md#activities, docs/contract/protocol.md#modules). */
function stateOf({ proposed, imports, view }: ReadyCall): JsonObject {
  if (proposed.tool.mode !== 'module') return view.state
  return isObject(imports.state) ? imports.state : {}
}
