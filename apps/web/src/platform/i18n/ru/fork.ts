import type { fork as english } from '../en/fork.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of edited forks and of continued conversations, loaded with them. */
export const fork: Translation<typeof english> = {
  title: 'Ответвить с правкой',
  what: 'Что изменить',
  kind: {
    input: 'вход запуска',
    model: 'модель',
    answer: 'ответ модели',
    call: 'аргументы',
    result: 'результат',
    idea: 'идея: промпт, инструменты, схема',
    binding: 'кто выполняет инструмент',
  },
  value: 'Новое значение: {kind}',
  bindingHint: 'Имя действия. Оставьте поле пустым, чтобы ответила модель.',
  invalid: 'Это ещё не JSON: {reason}',
  unchanged: 'Сначала что-нибудь измените.',
  preview: 'Что выполнится заново',
  radius: {
    one: '{count} шаг выполнится заново',
    few: '{count} шага выполнятся заново',
    many: '{count} шагов выполнятся заново',
    other: '{count} шага выполнятся заново',
  },
  kept: {
    one: '{count} сохранится',
    few: '{count} сохранятся',
    many: '{count} сохранятся',
    other: '{count} сохранятся',
  },
  depends: {
    one: '{count} следующий шаг зависит от новых ответов и решений.',
    few: '{count} следующих шага зависят от новых ответов и решений.',
    many: '{count} следующих шагов зависят от новых ответов и решений.',
    other: '{count} следующего шага зависят от новых ответов и решений.',
  },
  unreached: {
    one: '{count} шаг больше не достигается.',
    few: '{count} шага больше не достигаются.',
    many: '{count} шагов больше не достигаются.',
    other: '{count} шага больше не достигаются.',
  },
  none: 'Заново ничего не выполнится: правка не затрагивает ни одного шага.',
  more: { one: 'и ещё {count}', few: 'и ещё {count}', many: 'и ещё {count}', other: 'и ещё {count}' },
  go: 'Ответвить и сравнить',
  hint: 'Сам запуск не изменится. То, чего правка не затрагивает, берётся из записи и ничего не стоит.',
  reply: 'Ответить',
  replyLabel: 'Продолжить разговор',
  replyHint: 'Следующий запуск начнётся со всего, что уже сказано ({keys} — отправить)',
  thread: 'История разговора',
  turn: 'Открыть этот ход',
}
