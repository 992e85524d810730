import type { importing as english } from '../en/importing.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the import dialog, loaded with it. */
export const importing: Translation<typeof english> = {
  title: 'Импорт',
  text: 'Агенты и процессы Claude Code, Codex, OpenCode, CrewAI, n8n, Dify, Flowise, LangGraph, Rivet и OpenAI Agents SDK, настройки MCP, инструменты в другом формате, экспортированный запуск или ZIP-архив рабочей папки. Код не запускается, имеющиеся файлы не перезаписываются.',
  choose: 'Выбрать файлы…',
  drop: 'или перетащите их сюда',
  reading: 'Чтение {name}…',
  refused: 'Не импортировано: {name}',
  unknown: 'Это не ZIP-архив, не экспортированный запуск и не текст с инструментами. Ничего не импортировано.',
  tooLarge: 'Размер файла — {size} МБ, а инструменты читаются из текстов не больше 8 МБ. Ничего не импортировано.',
  brokenJson: 'В файле {file} повреждён JSON: строка {line}, столбец {column}. Исправьте его и импортируйте снова.',
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
  files: { one: '{count} файл', few: '{count} файла', many: '{count} файлов', other: '{count} файла' },
  unknownFiles: 'Ни один из этих файлов не экспортирован из известной программы. Ничего не импортировано.',
  foreign: {
    title: 'Импорт из {programs}',
    text: 'Посмотрите, что будет добавлено. Код не запускается, и всё убирается одной отменой.',
    submit: {
      one: 'Добавить {count} файл',
      few: 'Добавить {count} файла',
      many: 'Добавить {count} файлов',
      other: 'Добавить {count} файла',
    },
    nothing: 'В этих файлах нет ни агентов, ни инструментов. Добавлять нечего.',
    ideas: { one: '{count} идея', few: '{count} идеи', many: '{count} идей', other: '{count} идеи' },
    tools: {
      one: '{count} инструмент',
      few: '{count} инструмента',
      many: '{count} инструментов',
      other: '{count} инструмента',
    },
    http: {
      one: '{count} действие HTTP в ensemble.json',
      few: '{count} действия HTTP в ensemble.json',
      many: '{count} действий HTTP в ensemble.json',
      other: '{count} действия HTTP в ensemble.json',
    },
    servers: {
      one: '{count} сервер MCP',
      few: '{count} сервера MCP',
      many: '{count} серверов MCP',
      other: '{count} сервера MCP',
    },
    serversWhy:
      'Страница не может менять mcp.json: там записано, какие процессы запускаются. Импортируйте файл в терминале или добавьте эти записи в mcpServers:',
    unknown: 'Не распознаны: {files}',
    report: {
      one: '{count} часть не перенесена',
      few: '{count} части не перенесены',
      many: '{count} частей не перенесено',
      other: '{count} части не перенесено',
    },
    added: 'Импортировано из {programs}',
    showReport: 'Показать отчёт',
    lastReport: 'Показать отчёт последнего импорта',
  },
}
