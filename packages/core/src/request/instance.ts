import type { Message } from '../idea/message.ts'

/** The instance a Message belongs to; undefined for one that all share (docs/contract/protocol.md#instances). */
export const instanceOf = (message: Message): string | undefined =>
  message.type === 'input' || message.type === 'state' || message.type === 'data' ? message._instance : undefined

/** The ids of the instances of a context, in order of appearance. */
export function instancesOf(context: readonly Message[]): readonly string[] {
  const instances = new Set<string>()
  for (const message of context) {
    const instance = instanceOf(message)
    if (instance !== undefined) instances.add(instance)
  }
  return [...instances]
}

/** Whether a Call of `instance` may read the Message: its own and the shared ones, without an instance the shared alone. */
export const isInWorld = (message: Message, instance: string | undefined): boolean => {
  const owner = instanceOf(message)
  return owner === undefined || owner === instance
}

/** The part of a context that a Call of `instance` may read. */
export const worldOf = (context: readonly Message[], instance: string | undefined): readonly Message[] =>
  context.filter((message) => isInWorld(message, instance))
