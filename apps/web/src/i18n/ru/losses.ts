import type { losses as english } from '../en/losses.ts'
import type { Translation } from '../translation.ts'

/** Russian texts about recorded runs that were lost. */
export const losses: Translation<typeof english> = {
  short: 'Часть записанных запусков потеряна или неполна.',
  show: 'Подробнее',
  dismiss: 'Скрыть',
  damaged: 'База запусков была повреждена',
  missing: 'В базе запусков не хватает последних записей',
  kept: {
    one: '{count} запуск сохранился.',
    few: '{count} запуска сохранились.',
    many: '{count} запусков сохранились.',
    other: '{count} запуска сохранилось.',
  },
  lost: {
    one: '{count} запуск потерян.',
    few: '{count} запуска потеряны.',
    many: '{count} запусков потеряны.',
    other: '{count} запуска потеряно.',
  },
  unnamed: {
    one: 'Идентификатор {count} из них прочитать не удалось.',
    few: 'Идентификаторы {count} из них прочитать не удалось.',
    many: 'Идентификаторы {count} из них прочитать не удалось.',
    other: 'Идентификаторы {count} из них прочитать не удалось.',
  },
  behind: 'Последнее записанное изменение запуска {run} отсутствует.',
  incomplete: {
    one: '{count} запуск сохранился без части больших значений или заметок:',
    few: '{count} запуска сохранились без части больших значений или заметок:',
    many: '{count} запусков сохранились без части больших значений или заметок:',
    other: '{count} запуска сохранилось без части больших значений или заметок:',
  },
  aside: 'Повреждённый файл сохранён как .ensemble/{file}.',
  list: 'Потерянные запуски',
}
