import type { pageLanguage as english } from '../en/page-language.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of choosing the page's language. */
export const pageLanguage: Translation<typeof english> = {
  title: 'Эта страница',
  hint: 'Хранится только в этом браузере.',
  label: 'Язык',
  labelHint: 'Язык страницы, дат и чисел. То, что говорят модели, файлы и сервер, остаётся как есть.',
  browser: 'Как в браузере',
}
