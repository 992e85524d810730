import { schemaEditor } from '../../platform/i18n/en/schema-editor.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The schema editor's own texts. */
export const say = createTexts({ schemaEditor })
