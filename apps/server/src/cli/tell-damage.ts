import { lossSentence } from '../engine/damage/losses.ts'
import type { Client } from './client.ts'

/** Reports on the error stream that a running server found its database to be damaged; losses of its start are in its own terminal. */
export const tellDamage = async (client: Client): Promise<void> => {
  for (const loss of await client.call('GET', '/api/losses'))
    if (loss.type === 'found') console.error(`ensemble: ${lossSentence('ensemble.db', loss)}`)
}
