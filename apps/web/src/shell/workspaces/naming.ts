import { renameWorkspace } from '../../platform/api/workspace-client.ts'
import { BASE, SERVER_BASE } from '../../platform/browser/base.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { say } from './say.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
export const nameFault = (name: string): string | null => (NAME.test(name) ? null : say('badName'))

/** Renames the workspace that this page shows: the page has its name in its address. */
export async function renameThis(from: string, to: string): Promise<void> {
  const { name, address } = await renameWorkspace(from, to)
  if (BASE !== SERVER_BASE) return location.replace(address + location.hash)
  sessionStore.setState(({ facts }) => ({ facts: facts && { ...facts, name } }))
}

/** In the storage of this tab: the path of the workspace that a template was just copied to. */
const MADE = 'ensemble.made'
const storage = (): Storage | null => {
  try {
    return globalThis.sessionStorage
  } catch {
    // Access itself throws where site data is blocked.
    return null
  }
}

/** Opens a workspace that was just made: its page begins with its name, ready to be changed. */
export function openMade(address: string): void {
  storage()?.setItem(MADE, new URL(address, location.href).pathname)
  location.assign(address)
}

/** Whether this page shows a workspace that was just made; true once. */
export function isJustMade(): boolean {
  const isMade = storage()?.getItem(MADE) === `${BASE}/`
  if (isMade) storage()?.removeItem(MADE)
  return isMade
}
