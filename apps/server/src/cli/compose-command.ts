import type { Flags } from '../settings/settings.ts'
import { placeOfIdea, tellIdeas } from './idea-named.ts'
import { parseInput } from './run-command.ts'
import { withClient } from './with-client.ts'
import { print } from './own-output.ts'

/** Prints what the model would see. */
export const composeCommand = async (
  given: Flags & { readonly idea: string; readonly input?: string; readonly wire?: string; readonly json?: boolean },
): Promise<number> => {
  const { flags, word: idea } = await placeOfIdea(given, given.idea)
  return withClient(flags, async (client) => {
    const input = await parseInput(flags.input)
    const { wire, profile, model } = flags
    const body = { idea, input, wire, profile, model }
    const composed = await client.call('POST', '/api/compose', { body }).catch(tellIdeas(client, flags.idea))
    print(JSON.stringify(composed, null, flags.json === true ? 0 : 2))
    return 0
  })
}
