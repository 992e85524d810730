import { EXPORT_SENTENCES } from '@ensemble/core/export'

/** The report of an export for another program: the sentences of the core, loaded with the export dialog. */
export const exportReport = EXPORT_SENTENCES
