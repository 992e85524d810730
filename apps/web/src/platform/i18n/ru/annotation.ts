import type { annotation as english } from '../en/annotation.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of what people say about runs, loaded with the first place that shows it. */
export const annotation: Translation<typeof english> = {
  star: 'Отметить «{title}» звёздочкой',
  unstar: 'Снять звёздочку с «{title}»',
  edit: 'Метки и заметка: «{title}»',
  title: 'Метки и заметка',
  labels: 'Метки',
  addLabel: 'Добавить метку',
  removeLabel: 'Удалить метку {label}',
  note: 'Заметка',
  noteHint: 'По словам заметки запуск можно найти в списке',
}
