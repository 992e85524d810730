/** `@ensemble/core/snippets`: Tools and Ideas of a pasted text, with the readers of programs, which load when one is pasted. */
export { importText } from './editor/snippet/import-text.ts'
export type { ImportedText } from './editor/snippet/import-text.ts'
export type { ImportedIdea } from './editor/snippet/agents.ts'
