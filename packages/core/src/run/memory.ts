import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import type { Message } from '../idea/message.ts'
import { mergeObjects, mergeValues, withSharedList } from '../request/state.ts'
import type { ReferenceView } from '../request/reference.types.ts'
import { writeInto, type Written } from './writes.ts'

/** What one Loop remembers: its context as it grows and its state, one per instance (PROTOCOL.md §7, §8). */
export interface LoopMemory {
  /** The context of the next Request, with the state as it is now. */
  context(): readonly Message[]
  append(messages: readonly Message[]): void
  /** What references of a Call read: its own instance over what belongs to all. */
  view(instance: string | undefined): ReferenceView
  stateSchema(instance: string | undefined): JsonSchema | undefined
  write(instance: string | undefined, written: readonly Written[]): void
}

type Instance = string | undefined

export function createMemory(initial: readonly Message[]): LoopMemory {
  const messages = [...initial]
  const states = new LateMap<Instance, JsonObject>()
  const inputs = new LateMap<Instance, Json>()
  const schemas = new LateMap<Instance, JsonSchema>()
  for (const message of initial) {
    if (message.type === 'state') {
      const earlier = states.get(message._instance) ?? {}
      states.set(message._instance, isObject(message.state) ? mergeObjects(earlier, message.state) : earlier)
      if (message.schema !== undefined) schemas.set(message._instance, message.schema)
    }
    if (message.type === 'input' && message.input !== undefined)
      inputs.set(message._instance, mergeValues(inputs.get(message._instance), message.input))
  }
  // The state is shown once per instance, where its last Message stands; one that the Idea does not declare comes last.
  const lastState = new LateMap<Instance, Message>()
  for (const message of initial) if (message.type === 'state') lastState.set(message._instance, message)

  const stateMessage = (instance: Instance): Message => ({
    type: 'state',
    ...(schemas.has(instance) && { schema: schemas.get(instance) }),
    state: states.get(instance) ?? {},
    ...(instance !== undefined && { _instance: instance }),
  })

  const show = (): readonly Message[] => {
    if (states.size === 0) return [...messages]
    const shown = messages.flatMap((message) =>
      message.type !== 'state'
        ? [message]
        : message === lastState.get(message._instance)
          ? [stateMessage(message._instance)]
          : [],
    )
    const undeclared = states.keys().filter((instance) => !lastState.has(instance))
    return [...shown, ...undeclared.map(stateMessage)]
  }
  /** Asked for several times in every turn. */
  let context: readonly Message[] | undefined

  return {
    context: () => (context ??= show()),
    append(more) {
      messages.push(...more)
      context = undefined
    },
    view(instance) {
      const shared = states.get(undefined) ?? {}
      if (instance === undefined) return { state: shared, input: inputs.get(undefined) ?? null }
      return {
        state: mergeObjects(shared, states.get(instance) ?? {}),
        input: mergeValues(inputs.get(undefined), inputs.get(instance)),
      }
    },
    stateSchema: (instance) => schemas.get(instance) ?? schemas.get(undefined),
    write(instance, written) {
      let state = states.get(instance) ?? {}
      const shared = (instance === undefined ? undefined : states.get(undefined)) ?? {}
      for (const { path, value } of written)
        state = writeInto(withSharedList(state, shared, path.segments), path.segments, value)
      states.set(instance, state)
      context = undefined
    },
  }
}
