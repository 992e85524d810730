import type { exporting as english } from '../en/export.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the export dialog, loaded with it. */
export const exporting: Translation<typeof english> = {
  title: 'Экспорт',
  graph: 'Граф',
  run: 'Открытый запуск',
  workspace: 'Рабочая папка',
  noRun: 'Ни один запуск не открыт.',
  svg: 'Картинка SVG',
  png: 'Картинка PNG',
  mermaidGraph: 'Блок-схема Mermaid',
  mermaidRun: 'Диаграмма последовательности Mermaid',
  markdown: 'Сводка для тикета (Markdown)',
  json: 'Запуск с его файлами, JSON',
  otlp: 'Этапы OpenTelemetry (OTLP/JSON) без текстов',
  otlpContent: 'Этапы OpenTelemetry с промптами и результатами',
  zip: 'Все файлы одним ZIP-архивом, без запусков и ключей',
  hints: {
    svg: 'для документов; чёткая в любом размере',
    png: 'для чатов; вдвое крупнее, чем на экране',
    mermaid: 'для README и вики',
    markdown: 'что не удалось, вход и выход',
    json: 'для импорта в другом месте; там проверяется цепочка',
    otlp: 'для коллектора; с настоящим временем',
    zip: 'чтобы сохранить или передать',
  },
  failed: 'Не удалось экспортировать',
}
