import type { bothWays as english } from '../en/both-ways.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of doing a Tool both ways, loaded with the tab. */
export const bothWays: Translation<typeof english> = {
  calls: 'Записанные вызовы',
  start: 'Выполнить обоими способами',
  running: 'Выполняется',
  model: 'Модель',
  activity: 'Активность',
  times: 'Повторы',
  default: 'По умолчанию',
  none: 'Записанных вызовов пока нет. Сначала запустите идею с этим инструментом.',
  hint: 'Каждый вызов один раз выполнит активность и несколько раз — модель. Активности выполняются по-настоящему; если инструменту нужно разрешение, оно будет запрошено.',
  results: 'Результаты',
  nothing: 'Выберите вызовы и запустите их, чтобы сравнить активность с моделью.',
  total: 'Совпадает {percent} %: совпали {equal}, различаются {different}, неверны {invalid}',
  cost: 'Активность: {explicitTime}, {explicitCost}. Модель: {latentTime}, {latentCost}.',
  noPrice: 'цена неизвестна',
  only: 'Только несовпадения',
  allEqual: 'Все результаты совпали.',
  failed: 'Ошибка: {reason}',
  notCompared: 'Не сравнивается',
  verdict: { equal: 'Совпадает', different: 'Различается', invalid: 'Неверно', open: 'Выполняется' },
  whole: 'результат',
  absent: 'отсутствует',
  waiting: 'Ждёт, пока вы разрешите или отклоните этот вызов.',
  answer: 'Рассмотреть',
  trace: 'Открыть трассу',
}
