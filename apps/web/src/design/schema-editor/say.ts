import type { Lost, LostCode } from '@ensemble/core/editor'
import { schemaEditor } from '../../platform/i18n/en/schema-editor.ts'
import { unread } from '../../platform/i18n/en/unread.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The schema editor's own texts. */
export const say = createTexts({ schemaEditor })

const sayUnread = createTexts({ unread })

/** Why a conversion left something out, in the page's language where the sentence has a code. */
export const sayLost = ({ what, told }: Lost): string =>
  told !== undefined && Object.hasOwn(unread, told.code) ? sayUnread(told.code as LostCode, told.values) : what // a code of that table
