import type { saving as english } from '../en/saving.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of forms that save themselves, loaded with the first of them. */
export const saving: Translation<typeof english> = {
  begun: 'Сохраняется автоматически',
  saved: 'Сохранено',
  unsaved: 'Сохраняется…',
  refused: 'Не сохранено: {reason}',
  undo: 'Отменить изменение',
}
