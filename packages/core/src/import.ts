/** `@ensemble/core/import`: what files of other programs become in a workspace, with the readers of their formats. */
export { importConversation, type ImportedConversation } from './import/conversation.ts'
export { importFiles } from './import/import-files.ts'
export { importEdits, type ImportEdit } from './import/import-edits.ts'
export type { ImportedFiles, OperationChoice, SourceFile, TakenNames } from './import/imported.ts'
export { REPORT_SENTENCES, type ReportCode, type ReportRow } from './import/report.ts'
