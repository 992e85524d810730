import type { originTexts as english } from '../en/origin.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of a value's origin, loaded with the first value that is traced. */
export const originTexts: Translation<typeof english> = {
  title: 'Откуда взялось: {name}',
  whole: 'это значение',
  close: 'Закрыть происхождение',
  from: 'Получено из',
  reached: 'Использовано в',
  nowhere: 'Раньше такого значения в записи нет.',
  reachedNothing: 'Дальше это значение нигде не используется.',
  exact: 'записано',
  compared: 'не записано',
  how: {
    reference: 'прочитано ссылкой {reference}',
    passed: 'передано дальше',
    computed: 'вычислено из него',
    same: 'то же значение',
    contains: 'общий текст',
  },
  maker: {
    model: 'написала модель',
    activity: 'активность {name}',
    person: 'задано извне',
    idea: 'из самой идеи',
    module: 'ответ модуля',
    reference: 'ссылка',
  },
  part: {
    input: 'вход',
    arguments: 'аргументы',
    result: 'результат',
    output: 'выход',
    answer: 'ответ',
    context: 'идея',
  },
  more: {
    one: 'Показан только первый {count} этап.',
    few: 'Показаны только первые {count} этапа.',
    many: 'Показаны только первые {count} этапов.',
    other: 'Показаны только первые {count} этапа.',
  },
  cut: 'В этом запуске много текстов. Поздние значения сравнивались только на полное равенство.',
  hint: 'Записано: об этом говорит ссылка, активность или граница модуля. Не записано: раньше есть равное значение, но это может быть случайностью.',
  loading: 'Чтение записи',
}
