import type { Message } from '../idea/message.ts'
import type { Json, Sha256 } from '../schema/json.ts'
import type { Journal } from '../journal/journal.ts'
import { storeText } from './pins.ts'
import type { RunScope } from './run-scope.ts'

/** How the messages of a continued Run stand among the pins of the Run that continues it. */
const continuedPin = (run: string): string => `run:${run}`

/** Pins the messages a finished Run ended with, so that the conversation does not depend on that Run any more. */
export async function pinContinued(
  journal: Journal,
  run: string,
  messages: readonly Message[],
): Promise<{ readonly [address: string]: Sha256 }> {
  return { [continuedPin(run)]: await storeText(journal, JSON.stringify(messages)) }
}

/** The context a Run begins with when it continues another (PROTOCOL.md §5). */
export async function readContinued(run: RunScope): Promise<readonly Message[] | undefined> {
  const { continues, pins } = run.created
  const hash = continues === undefined ? undefined : pins[continuedPin(continues)]
  if (hash === undefined) return undefined
  const bytes = await run.deps.journal.bodies.get(hash)
  if (!bytes) return undefined
  const messages: Json = JSON.parse(new TextDecoder().decode(bytes))
  return messages as unknown as readonly Message[] // written by pinContinued, found by its hash
}
