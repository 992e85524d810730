import type { gallery as english } from '../en/gallery.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the gallery of templates, loaded with it. */
export const gallery: Translation<typeof english> = {
  title: 'Шаблоны',
  back: 'Назад',
  intro:
    'Пустая рабочая папка или такая, что делает настоящую работу без сети и без ключа. Шаблон открывается как ваша собственная копия, а эта рабочая папка остаётся как есть; в терминале то же самое, но в нужном вам месте, делает ensemble new FOLDER.',
  loading: 'Шаблоны загружаются',
  failed: 'Не удалось прочитать шаблоны: {reason}',
  open: 'Открыть {title}',
  opening: 'Открывается',
  asks: 'Сначала спросит',
  try: 'Попробуйте: {input}',
  tools: {
    one: '{count} инструмент',
    few: '{count} инструмента',
    many: '{count} инструментов',
    other: '{count} инструмента',
  },
  ideas: { one: '{count} идея', few: '{count} идеи', many: '{count} идей', other: '{count} идеи' },
}
