import { REPORT_SENTENCES } from '@ensemble/core/import'

/** The report of an import of other programs' files: the sentences of the core, loaded with the import dialog. */
export const importReport = REPORT_SENTENCES
