import type { spanDetailTexts as english } from '../en/span-detail.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of a span's detail, loaded with the first span that is opened. */
export const spanDetailTexts: Translation<typeof english> = {
  views: 'Как показать ответ',
  view: { solution: 'Решение', raw: 'Исходный', pieces: 'Части' },
  reasoning: 'Рассуждения',
  reasoningHint: 'Отдельно от ответа; больше ни одна модель их не увидит',
  calls: { one: '{count} вызов', few: '{count} вызова', many: '{count} вызовов', other: '{count} вызова' },
  noCalls: {
    one: 'Модели был доступен {count} инструмент, но она ничего не вызвала.',
    few: 'Модели были доступны {count} инструмента, но она ничего не вызвала.',
    many: 'Модели было доступно {count} инструментов, но она ничего не вызвала.',
    other: 'Модели было доступно {count} инструмента, но она ничего не вызвала.',
  },
  noCallsHint:
    'Если вызов был нужен, проверьте: сказано ли в инструментах, когда их применять, умеет ли эта модель вызывать инструменты и низкая ли у неё температура.',
  output: 'Выход',
  noOutput: 'Выхода пока нет, цикл продолжается',
  show: 'Показать: {name}',
  refused: 'отклонён: {code}',
  pieceAt: 'через',
  pieceText: 'текст',
  morePieces: {
    one: 'ещё {count} часть',
    few: 'ещё {count} части',
    many: 'ещё {count} частей',
    other: 'ещё {count} части',
  },
  noPieces: 'Ответ пришёл одним куском.',
  gone: {
    one: 'Из предыдущего запроса исчезла {count} часть',
    few: 'Из предыдущего запроса исчезли {count} части',
    many: 'Из предыдущего запроса исчезло {count} частей',
    other: 'Из предыдущего запроса исчезло {count} части',
  },
  predicted: 'Предсказано',
  came: 'Получено',
  asPredicted: 'Результат совпал с предсказанием модели.',
  changed: 'Изменения',
  wallPassed: 'передано',
  wallWithheld: 'не передано',
  wallLater: 'Из прежних ходов, никогда не импортируется: {list}',
  rows: {
    one: 'первая {count} строка',
    few: 'первые {count} строки',
    many: 'первые {count} строк',
    other: 'первые {count} строки',
  },
  tooLarge: 'Файл слишком велик, чтобы показать его здесь ({size}): скачайте его.',
  unreadable: 'Не удалось прочитать файл: {reason}',
  table: 'Таблица: {name}',
}
