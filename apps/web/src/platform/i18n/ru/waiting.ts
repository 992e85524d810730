import type { waiting as english } from '../en/waiting.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the calls that wait for a person, loaded with them. */
export const waiting: Translation<typeof english> = {
  ofRun: '{run} · {idea} · запуск от {time}',
  since: 'ждёт с {time}',
  expires: 'Без решения будет отклонён: {time}.',
  moreBelow: 'Ниже есть ещё параметры',
  choose: 'Выберите вызов, чтобы принять решение.',
  simulated: 'Этот вызов придумала имитация модели, а он что-то меняет.',
  nothingElse: 'Больше вас ничего не ждёт.',
  here: 'Этот запуск',
  others: 'Другие запуски',
  question: {
    answer: 'Ваш ответ',
    send: 'Отправить ответ',
    none: 'Не отвечать',
    answered: 'Ответ отправлен.',
    declined: 'Модель прочитает, что вы не ответили.',
  },
  decided: {
    approve: '{tool}: подтверждено.',
    edit: '{tool}: подтверждено с вашими изменениями.',
    answer: '{tool}: ответ дан вручную, используется ваш результат.',
    refuse: '{tool}: отклонено, модель прочитает причину.',
    step: '{tool}: выполнение продолжается.',
    elsewhere: '{tool} больше не ждёт: решение принято в другом месте, срок истёк или запуск уже завершён.',
  },
  sinceThen: {
    running: 'Запуск продолжается.',
    waiting: 'Запуск снова ждёт человека.',
    completed: 'Запуск завершён.',
    failed: 'Запуск завершился ошибкой.',
    cancelled: 'Запуск отменён.',
  },
}
