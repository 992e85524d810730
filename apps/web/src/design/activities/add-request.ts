import { amendPlace } from '../../platform/session/location.ts'
import { setManifest } from '../../document/open/use-manifest.ts'

/** A new request: valid, and reaching nothing yet. */
const FIRST_REQUEST = { url: 'https://api.example.com/items/{id}' }

/** An Activity that is a request gets its place in ensemble.json, and is shown. */
export const addRequest = (name: string): void => {
  setManifest(['activities', 'http', name], FIRST_REQUEST)
  amendPlace({ name })
}
