import type { Json, JsonObject, JsonSchema } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { LateMap } from '../../schema/late-map.ts'
import type { Message } from '../../idea/message.ts'
import { mergeObjects, mergeValues, withSharedList, writeInto } from '../../request/state.ts'
import type { ReferenceView } from '../../request/reference.types.ts'
import type { Written } from './writes.ts'

type Instance = string | undefined

/**
 * One Loop's memory: its growing context and its state, one per instance (docs/contract/protocol.md#state,
 * docs/contract/protocol.md#instances).
 */
export class LoopMemory {
  readonly #messages: Message[]
  readonly #states = new LateMap<Instance, JsonObject>()
  readonly #inputs = new LateMap<Instance, Json>()
  readonly #schemas = new LateMap<Instance, JsonSchema>()
  /** The state is shown once per instance, at its last Message; an undeclared one comes last. */
  readonly #lastState = new LateMap<Instance, Message>()
  /** Asked for several times in every turn. */
  #context: readonly Message[] | undefined

  constructor(initial: readonly Message[]) {
    this.#messages = [...initial]
    for (const message of initial) {
      if (message.type === 'state') {
        const instance = message._instance
        const earlier = this.#states.get(instance) ?? {}
        this.#states.set(instance, isObject(message.state) ? mergeObjects(earlier, message.state) : earlier)
        if (message.schema !== undefined) this.#schemas.set(instance, message.schema)
        this.#lastState.set(instance, message)
      }
      if (message.type === 'input' && message.input !== undefined)
        this.#inputs.set(message._instance, mergeValues(this.#inputs.get(message._instance), message.input))
    }
  }

  /** The context of the next Request, with the state as it is now. */
  context(): readonly Message[] {
    return (this.#context ??= this.#show())
  }

  append(messages: readonly Message[]): void {
    this.#messages.push(...messages)
    this.#context = undefined
  }

  /** The sources of a Call's references: its own instance over the shared one. */
  view(instance: Instance): ReferenceView {
    const shared = this.#states.get(undefined) ?? {}
    if (instance === undefined) return { state: shared, input: this.#inputs.get(undefined) ?? null }
    return {
      state: mergeObjects(shared, this.#states.get(instance) ?? {}),
      input: mergeValues(this.#inputs.get(undefined), this.#inputs.get(instance)),
    }
  }

  stateSchema(instance: Instance): JsonSchema | undefined {
    return this.#schemas.get(instance) ?? this.#schemas.get(undefined)
  }

  write(instance: Instance, written: readonly Written[]): void {
    let state = this.#states.get(instance) ?? {}
    const shared = (instance === undefined ? undefined : this.#states.get(undefined)) ?? {}
    for (const { path, value } of written)
      state = writeInto(withSharedList(state, shared, path.segments), path.segments, value)
    this.#states.set(instance, state)
    this.#context = undefined
  }

  #show(): readonly Message[] {
    if (this.#states.size === 0) return [...this.#messages]
    const shown = this.#messages.flatMap((message) =>
      message.type !== 'state'
        ? [message]
        : message === this.#lastState.get(message._instance)
          ? [this.#stateMessage(message._instance)]
          : [],
    )
    const undeclared = this.#states.keys().filter((instance) => !this.#lastState.has(instance))
    return [...shown, ...undeclared.map((instance) => this.#stateMessage(instance))]
  }

  #stateMessage(instance: Instance): Message {
    const schema = this.#schemas.get(instance)
    return {
      type: 'state',
      ...(schema !== undefined && { schema }),
      state: this.#states.get(instance) ?? {},
      ...(instance !== undefined && { _instance: instance }),
    }
  }
}
