/** Names of Ideas, Tools, profiles and cases (API.md, Workspace folder). */
export const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

export const isName = (name: string): boolean => NAME_PATTERN.test(name)

/** Taken by the `tools` wire for the final answer (PROTOCOL.md §3). */
export const RESERVED_TOOL_NAMES: readonly string[] = ['final_output']
