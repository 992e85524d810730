import type { saved as english } from '../en/saved.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of a run that was saved as one page. */
export const saved: Translation<typeof english> = {
  label: 'Сохранённый запуск',
  note: 'Записанный запуск, сохранённый одной страницей: к серверу она не обращается. Ползунок переносит в любой момент.',
  facts: '{model} · {started} · {time} · {requests} · {calls} · токенов: {tokens}',
  requests: { one: '{count} запрос', few: '{count} запроса', many: '{count} запросов', other: '{count} запроса' },
  calls: { one: '{count} вызов', few: '{count} вызова', many: '{count} вызовов', other: '{count} вызова' },
  views: 'Виды запуска',
  view: {
    timeline: 'Хронология',
    tree: 'Дерево',
    messages: 'Сообщения',
    state: 'Состояние',
    result: 'Результат',
  },
  input: 'Вход',
  output: 'Выход',
  noOutput: 'У запуска нет выхода.',
  choose: 'Выберите этап, чтобы увидеть, что видела и что сказала модель.',
  files: 'Файлы',
  leftOut: 'не вошёл в эту страницу',
}
