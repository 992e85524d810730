import { isLarge, parseJsonInTurns } from '@ensemble/core/host'
import { rest } from '../../rest.ts'

/** One message of an MCP server may be this long, over HTTP as over stdio. */
export const LONGEST_MESSAGE = 10 * 1024 * 1024
export const TOO_LONG = 'The answer is too long: over 10 MB in one message.'
const DEEPEST_MESSAGE = 1000

/** A message as JSON; a large one in turns of the event loop. Throws if it isn't one. */
export const parseMessageInTurns = async (text: string): Promise<unknown> => {
  if (!isLarge(text.length)) return JSON.parse(text)
  const parsed = await parseJsonInTurns(text, { maxLength: LONGEST_MESSAGE, maxDepth: DEEPEST_MESSAGE }, rest)
  if (!parsed.ok) throw new Error(`A message could not be read: ${parsed.message}`)
  return parsed.value
}
