import type { find as english } from '../en/find.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of find and replace. */
export const find: Translation<typeof english> = {
  title: 'Найти и заменить',
  text: 'Во всех идеях и общих инструментах. Вся замена отменяется одним шагом.',
  find: 'Найти',
  replace: 'Заменить на',
  matchCase: 'Регистр',
  wholeWords: 'Слова целиком',
  in: 'Где искать',
  kind: { prompt: 'Промпты', description: 'Описания', value: 'Значения', name: 'Имена' },
  namesHint:
    'По именам ссылаются другие: это свойства, адреса, ссылки, слова протокола. Чтобы сменить имя, используйте «Переименовать»: ссылки обновятся сами.',
  hits: { one: '{count} место', few: '{count} места', many: '{count} мест', other: '{count} места' },
  inFiles: {
    one: '{hits} в {count} файле',
    few: '{hits} в {count} файлах',
    many: '{hits} в {count} файлах',
    other: '{hits} в {count} файлах',
  },
  none: 'Ничего не найдено.',
  start: 'Введите, что искать.',
  submit: {
    one: 'Заменить в {count} месте',
    few: 'Заменить в {count} местах',
    many: 'Заменить в {count} местах',
    other: 'Заменить в {count} местах',
  },
  done: {
    one: 'Заменено в {count} месте.',
    few: 'Заменено в {count} местах.',
    many: 'Заменено в {count} местах.',
    other: 'Заменено в {count} местах.',
  },
  undo: 'Отменить',
  more: 'Показать ещё {count}',
  go: 'Перейти: {place}',
  choose: 'Заменить: {place}',
  all: 'Все места в {file}',
  broken: {
    one: 'Пропущен {count} файл с некорректным JSON.',
    few: 'Пропущены {count} файла с некорректным JSON.',
    many: 'Пропущено {count} файлов с некорректным JSON.',
    other: 'Пропущено {count} файла с некорректным JSON.',
  },
}
