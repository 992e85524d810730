import type { clipboard as english } from '../en/clipboard.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of copying and pasting. */
export const clipboard: Translation<typeof english> = {
  copied: {
    one: 'Скопирован {count} узел',
    few: 'Скопировано {count} узла',
    many: 'Скопировано {count} узлов',
    other: 'Скопировано {count} узла',
  },
  copiedIdea: 'Скопировано: {name}',
  copiedGroup: {
    one: 'Скопирована группа {title}: {count} узел',
    few: 'Скопирована группа {title}: {count} узла',
    many: 'Скопирована группа {title}: {count} узлов',
    other: 'Скопирована группа {title}: {count} узла',
  },
  pasted: {
    one: 'Вставлен {count} узел',
    few: 'Вставлено {count} узла',
    many: 'Вставлено {count} узлов',
    other: 'Вставлено {count} узла',
  },
  copiedTool: 'Скопирован инструмент {name}',
  pastedTool: 'Вставлен инструмент {name}',
  unreadable: 'Не удалось прочитать буфер обмена',
  unreadableHint: 'Нажмите сочетание клавиш для вставки на холсте: для него разрешение не нужно.',
}
