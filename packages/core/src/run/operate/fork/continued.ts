import type { Message } from '../../../idea/message.ts'
import type { EventData } from '../../../journal/events.ts'
import type { Journal } from '../../../journal/journal.ts'
import type { Json, Sha256 } from '../../../schema/json.ts'
import { storeText } from '../../record/pins.ts'
import type { RunScope } from '../../perform/run-scope.ts'

type File = EventData['artifact.created']

/** The pins of a continuing Run for the messages and files of the earlier one. */
const continuedPin = (run: string): string => `run:${run}`
const filesPin = (run: string): string => `run:${run}#files`

/** Pins what a finished Run ended with, so that the conversation does not depend on that Run any more. */
export async function pinContinued(
  journal: Journal,
  run: string,
  messages: readonly Message[],
): Promise<{ readonly [address: string]: Sha256 }> {
  const files = (await journal.read(run)).flatMap((event) => (event.type === 'artifact.created' ? [event.data] : []))
  return {
    [continuedPin(run)]: await storeText(journal, JSON.stringify(messages)),
    ...(files.length > 0 && { [filesPin(run)]: await storeText(journal, JSON.stringify(files)) }),
  }
}

/**
 * The first context of a Run that continues another (docs/contract/protocol.md#the-loop); it owns the named files too.
 */
export async function readContinued(run: RunScope): Promise<readonly Message[] | undefined> {
  const { continues } = run.created
  if (continues === undefined) return undefined
  const messages = await readPin(run, continuedPin(continues))
  const files = (await readPin(run, filesPin(continues))) as unknown as readonly File[] | undefined // written by pinContinued, found by its hash
  for (const [index, file] of (files ?? []).entries()) await run.history.emit('artifact.created', '', file, index + 1)
  return messages as unknown as readonly Message[] | undefined // as above
}

async function readPin(run: RunScope, pin: string): Promise<Json | undefined> {
  const hash = run.created.pins[pin]
  const bytes = hash === undefined ? undefined : await run.deps.journal.bodies.get(hash)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Json) // JSON.parse yields Json
}
