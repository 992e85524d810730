import { fileURLToPath } from 'node:url'

// The same places seen from src/ and from dist/.
/** The bundled workspaces and the gallery of them. */
export const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))
/** The command, as Node starts it. */
export const COMMAND = fileURLToPath(new URL('../bin/ensemble.mjs', import.meta.url))
/** The built page. */
export const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** The built docs site. */
export const DOCS = fileURLToPath(new URL('../../docs/dist', import.meta.url))
/** The steps of the tables on Postgres. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
