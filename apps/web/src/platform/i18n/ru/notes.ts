import type { notes as english } from '../en/notes.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of notes on the canvas. */
export const notes: Translation<typeof english> = {
  label: 'Заметка: {text}',
  empty: 'Пустая заметка',
  write: 'Напишите заметку',
  edit: 'Текст заметки',
  resize: 'Изменить размер заметки',
  hint: 'Чтобы писать, нажмите дважды или Enter; разметка Markdown показывается оформленной',
}
