import type { importing as english } from '../en/importing.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the import dialog, loaded with it. */
export const importing: Translation<typeof english> = {
  title: 'Импорт',
  text: 'ZIP-архив рабочей папки, экспортированный запуск, список агентов или инструменты в другом формате: OpenAI, MCP, OpenAPI, TypeScript, JavaScript, Go. Ничто из файла не запускается, и ничто из уже имеющегося не перезаписывается.',
  choose: 'Выбрать файл…',
  drop: 'или перетащите его сюда',
  reading: 'Чтение {name}…',
  refused: 'Не импортировано: {name}',
  unknown: 'Это не ZIP-архив, не экспортированный запуск и не текст с инструментами. Ничего не импортировано.',
  tooLarge: 'Размер файла — {size} МБ, а инструменты читаются из текстов не больше 8 МБ. Ничего не импортировано.',
  noIdea: 'Инструменты принадлежат идее, а идей пока нет: сначала создайте хотя бы одну.',
  taken: {
    one: '{count} файл импортирован',
    few: '{count} файла импортированы',
    many: '{count} файлов импортировано',
    other: '{count} файла импортировано',
  },
  noneTaken: 'Ничего нового',
  unchanged: {
    one: '{count} такой же файл здесь уже был',
    few: '{count} таких же файла здесь уже были',
    many: '{count} таких же файлов здесь уже было',
    other: '{count} такого же файла здесь уже было',
  },
  left: {
    one: '{count} файл не импортирован',
    few: '{count} файла не импортированы',
    many: '{count} файлов не импортировано',
    other: '{count} файла не импортировано',
  },
  whole: 'Чтобы распаковать всё, вместе с кодом, в отдельную папку:',
  done: 'Готово',
}
