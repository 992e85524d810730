import type { workspaceMenu as english } from '../en/workspace-menu.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the menu next to the workspace's name; loaded with it. */
export const workspaceMenu: Translation<typeof english> = {
  label: 'Рабочая папка {name}',
  folder: 'Файлы находятся в',
  copy: 'Копировать путь',
  copied: 'Скопировано',
  fresh: 'Новая рабочая папка…',
  import: 'Импорт…',
  export: 'Экспорт…',
  settings: 'Настройки',
}
