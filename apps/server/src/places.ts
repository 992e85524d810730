import { fileURLToPath } from 'node:url'

// The same places seen from src/ and from dist/.
/** The bundled workspaces and the gallery of them. */
export const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))
/** The built page. */
export const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))
