import type { bothWays as english } from '../en/both-ways.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of doing a Tool both ways, loaded with the tab. */
export const bothWays: Translation<typeof english> = {
  calls: 'Записанные вызовы',
  start: 'Выполнить обоими способами',
  running: 'Выполняется',
  model: 'Модель',
  activity: 'Действие',
  times: 'Повторы',
  default: 'По умолчанию',
  none: 'Записанных вызовов пока нет. Сначала запустите идею с этим инструментом.',
  hint: 'Каждый вызов один раз выполнит действие и несколько раз модель. Действия выполняются по-настоящему.',
  results: 'Результаты',
  nothing: 'Выберите вызовы и запустите их, чтобы сравнить действие с моделью.',
  total: 'Совпадает {percent} %: совпали {equal}, различаются {different}, неверны {invalid}',
  cost: 'Действие: {explicitTime}, {explicitCost}. Модель: {latentTime}, {latentCost}.',
  noPrice: 'цена неизвестна',
  verdict: { equal: 'Совпадает', different: 'Различается', invalid: 'Неверно', open: 'Выполняется' },
  whole: 'результат',
  absent: 'отсутствует',
  waiting: 'Ожидает подтверждения',
  trace: 'Открыть трассу',
}
