import type { traceKeys as english } from '../en/trace-keys.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the keys of an open run, loaded with the help. */
export const traceKeys: Translation<typeof english> = {
  title: 'В открытом запуске',
  select: 'Выбрать другой этап',
  fold: 'Свернуть или развернуть этап',
  goTo: 'Перейти к моменту, когда этап начался',
  zoom: 'Приблизить, отдалить, показать весь запуск',
  pan: 'Сдвинуть хронологию',
  step: 'Шаг на событие, с Shift — на десять',
  jump: 'Следующий вызов, ошибка, подтверждение; заглавные буквы — предыдущие',
  play: 'Воспроизведение и пауза',
}
