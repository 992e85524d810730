import type { driftTexts as english } from '../en/drift.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of what callers passed to a Module, loaded with the form of a Tool that delegates. */
export const driftTexts: Translation<typeof english> = {
  title: 'Записанные вызовы',
  compare: 'Сравнить с тем, что модуль принимает сейчас',
  comparing: 'Чтение записи…',
  none: {
    one: 'В последнем {count} запуске таких вызовов нет.',
    few: 'В последних {count} запусках таких вызовов нет.',
    many: 'В последних {count} запусках таких вызовов нет.',
    other: 'В последних {count} запуска таких вызовов нет.',
  },
  fit: {
    one: '{count} вызов, все подходят.',
    few: '{count} вызова, все подходят.',
    many: '{count} вызовов, все подходят.',
    other: '{count} вызова, все подходят.',
  },
  bridged: {
    one: '{share} % вызовов (всего {count}) не подходят к тому, что сейчас принимает {to}.',
    few: '{share} % вызовов (всего {count}) не подходят к тому, что сейчас принимает {to}.',
    many: '{share} % вызовов (всего {count}) не подходят к тому, что сейчас принимает {to}.',
    other: '{share} % вызовов (всего {count}) не подходят к тому, что сейчас принимает {to}.',
  },
  byModel: 'Разницу приходится сглаживать его модели.',
  unjudged: {
    one: '{count} вызов проверить нельзя.',
    few: '{count} вызова проверить нельзя.',
    many: '{count} вызовов проверить нельзя.',
    other: '{count} вызова проверить нельзя.',
  },
  times: '{count} ×',
  show: 'Показать вызов с этим отличием',
  promote: 'Закрепить заранее',
  promoteHint:
    'Вход модуля станет параметрами инструмента, и модель вызывающей идеи заполнит их верно. Отменяется одним шагом.',
}
