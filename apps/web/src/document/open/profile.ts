import { MANIFEST_FILE } from '../texts/files.ts'
import { readLint, readProfile } from './read-profile.ts'
import { parseObject } from '../texts/idea-view.ts'
import { documentStore } from './document-store.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'

/** The profile whose bindings hold in this window. */
export const activeProfile = ({ profile, facts }: Session): string => profile ?? facts?.profile ?? ''

/** Applies the active profile of ensemble.json to the graph. Call once, before the graph starts. */
export function startProfile(): void {
  let known = ''
  const follow = (): void => {
    const session = sessionStore.getState()
    const text = documentStore.getState().files.get(MANIFEST_FILE)?.valid ?? null
    const name = activeProfile(session)
    const key = `${name}\n${text ?? ''}`
    if (key === known) return
    known = key
    const manifest = parseObject(text)
    const { surroundings } = session
    sessionStore.setState({
      surroundings: { ...surroundings, profile: readProfile(manifest, name), lint: readLint(manifest) },
    })
  }
  documentStore.subscribe(follow)
  sessionStore.subscribe(follow)
  follow()
}
