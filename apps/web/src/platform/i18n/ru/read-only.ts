import type { readOnlyTexts as english } from '../en/read-only.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the banner of a workspace that cannot be written. */
export const readOnlyTexts: Translation<typeof english> = {
  title: 'Рабочая папка доступна только для чтения.',
  text: 'Правки не сохраняются, запуски не начинаются, пока в неё нельзя писать. После этого перезапустите Ensemble.',
}
