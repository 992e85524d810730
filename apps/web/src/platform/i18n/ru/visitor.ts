import type { visitor as english } from '../en/visitor.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the page that is shared with visitors. */
export const visitor: Translation<typeof english> = {
  loading: 'Загрузка…',
  missing: 'Здесь нет страницы. Возможно, её отключили.',
  start: 'Начать',
  again: 'Начать заново',
  working: 'Идёт работа',
  progress: 'Ход работы',
  thinks: '{who}: обдумывает',
  works: '{who}: {what}',
  waits: 'Следующий шаг должен одобрить человек. Страница продолжит, когда он решит.',
  done: 'Готово',
  failed: 'Не получилось. Попробуйте позже.',
  cancelled: 'Запуск остановлен.',
  away: 'Сервер недоступен. Страница попробует ещё раз.',
  simulated: 'Имитация ответа: настоящая модель не вызывалась.',
  result: 'Результат',
  files: 'Файлы',
  noResult: 'Показывать нечего.',
  input: 'Вход (JSON)',
  badInput: 'Это не JSON.',
  copy: 'Скопировать результат',
  copied: 'Скопировано',
}
