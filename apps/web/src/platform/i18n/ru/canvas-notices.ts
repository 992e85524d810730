import type { canvasNotices as english } from '../en/canvas-notices.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of what lies over the canvas. */
export const canvasNotices: Translation<typeof english> = {
  callPath: 'Только путь вызовов: {name}',
  showAll: 'Показать все',
  shownOf: {
    one: '{shown} из {count} идеи',
    few: '{shown} из {count} идей',
    many: '{shown} из {count} идей',
    other: '{shown} из {count} идеи',
  },
  ideaCount: { one: '{count} идея', few: '{count} идеи', many: '{count} идей', other: '{count} идеи' },
  unfoldAll: 'Развернуть все',
  foldLarge: 'Свернуть',
  asRecorded: 'Как было при этом запуске',
  asInFiles: 'Как в файлах сейчас',
  showFiles: 'Показать, как в файлах сейчас',
  showRecorded: 'Показать, как было при запуске',
  emptyTitle: 'Идея — это промпт с инструментами, сохранённый в файле. Создайте первую и запустите её.',
  emptyButton: 'Новая идея',
  tidied: {
    one: '{count} узел остаётся там, где вы его поставили.',
    few: '{count} узла остаются там, где вы их поставили.',
    many: '{count} узлов остаются там, где вы их поставили.',
    other: '{count} узла остаются там, где вы их поставили.',
  },
  tidiedHint: 'Остальные разложены заново.',
  tidyAll: 'Разложить и эти',
}
