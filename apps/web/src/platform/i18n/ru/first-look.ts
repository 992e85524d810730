import type { firstLook as english } from '../en/first-look.ts'
import type { Translation } from '../translation.ts'

/** Russian texts that explain the first graph and its terms. */
export const firstLook: Translation<typeof english> = {
  label: 'Первый взгляд',
  delegates: '{name} передаёт работу: {others}. Нажмите «Запустить», чтобы увидеть их в деле.',
  alone: '{name} — это идея: промпт с инструментами. Нажмите «Запустить», чтобы увидеть ответ.',
  gotIt: 'Понятно',
  legend: 'Обозначения',
  latent: 'Отвечает модель',
  explicit: 'Выполняет код',
  module: 'Другая идея',
  steps: 'Соберите первый граф',
  addTool: 'Добавьте инструмент: {name}',
  connect: 'Подключите вторую идею',
  run: 'Запустите',
  done: 'готово',
  ghost: 'Вторая идея',
  ghostHint: 'Добавить идею, которую сможет спросить {name}',
  and: '{first} и {last}',
  term: {
    idea: 'Идея — это промпт с инструментами, сохранённый в файле JSON.',
    tool: 'Инструмент — это JSON Schema: то, о чём модель может попросить, заполнив параметры.',
    activity: 'Активность — это код, который выполняет работу инструмента.',
    call: 'Вызов — это одно применение инструмента с заполненными параметрами.',
    latent: 'Заполняет модель: результат она составляет сама, код не выполняется.',
    explicit: 'Выполняет код: активность запускается и возвращает результат.',
    module: 'Модуль: другая идея работает сама и возвращает результат.',
  },
}
