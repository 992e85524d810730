/** `@ensemble/core/export`: an Idea with its modules in the forms of other programs. */
export { EXPORT_TARGETS, type ExportTarget, type ExportedIdea, exportIdea } from './export/export-idea.ts'
export type { ServedAt } from './export/exporter.ts'
export { EXPORT_SENTENCES, type ExportCode, type ExportRow } from './export/lost.ts'
export { type CallableIdea, type DocumentOptions, ideasOpenApi } from './export/openapi.ts'
