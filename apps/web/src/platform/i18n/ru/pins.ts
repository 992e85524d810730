import type { pins as english } from '../en/pins.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of pinned results. */
export const pins: Translation<typeof english> = {
  section: 'Закреплённый результат',
  pin: 'Закрепить этот результат: запуски будут брать его, пока вы проектируете',
  unpin: 'Открепить: вызовы {tool} снова будут выполняться',
  any: 'Подставляется для каждого вызова {tool}.',
  exact: 'Подставляется для вызовов ровно с этими параметрами.',
  onlySame: 'Только для тех же параметров',
  inProduction: 'В профиле production не используется.',
  remove: 'Открепить',
}
