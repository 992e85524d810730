import type { workspaces as english } from '../en/workspaces.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the person's workspaces: the menu next to the workspace's name, and an address that does not open. */
export const workspaces: Translation<typeof english> = {
  label: 'Рабочая папка {name}',
  failed: {
    title: 'Рабочая папка не открылась',
    away: 'Сервер по этому адресу не отдал рабочую папку. Он ещё запущен в терминале?',
    retry: 'Повторить',
    first: 'Открыть рабочую папку, с которой запущен сервер',
    there: 'Открыть по адресу {url}',
    unknown: 'В вашем списке нет рабочей папки «{name}». Возможно, её переименовали или убрали из списка.',
    busy: 'Рабочая папка «{name}» открыта другим процессом Ensemble. Работайте там или завершите тот процесс и повторите.',
  },
}
