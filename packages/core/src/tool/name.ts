/** Names of Ideas, Tools, profiles and cases (docs/contract/api.md#workspace-folder). */
export const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

export const isName = (name: string): boolean => NAME_PATTERN.test(name)

/** Taken by the `tools` wire for the final answer (docs/contract/protocol.md#composition). */
export const RESERVED_TOOL_NAMES: readonly string[] = ['final_output']
