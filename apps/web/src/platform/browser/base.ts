/** Before every address of the workspace: `/w/NAME`, or nothing where the server has it at `/`. */
export const BASE: string = /^\/w\/[^/]+(?=\/)/.exec(globalThis.location?.pathname ?? '')?.[0] ?? ''
