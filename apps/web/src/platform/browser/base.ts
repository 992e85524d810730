/** Before every address of the server: the base path that it wrote into this page, such as `/ensemble`, or nothing. */
export const SERVER_BASE: string = globalThis.document?.documentElement.dataset['base'] ?? ''

const path = globalThis.location?.pathname ?? ''
/** A proxy may take the base path off before the server sees it, never before the browser does. */
const ownPath = path.startsWith(`${SERVER_BASE}/`) ? path.slice(SERVER_BASE.length) : path

/** Before every address of the workspace: the same, then `/w/NAME`, or nothing where the server has it at `/`. */
export const BASE: string = SERVER_BASE + (/^\/w\/[^/]+(?=\/)/.exec(ownPath)?.[0] ?? '')
