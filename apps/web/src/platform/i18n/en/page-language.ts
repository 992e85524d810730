/** English texts of choosing the page's language, loaded with the settings. A language is named in itself. */
export const pageLanguage = {
  title: 'This page',
  hint: 'Kept in this browser alone.',
  label: 'Language',
  labelHint: 'Of the page, its dates and its numbers. What models, files and the server say stays as it is.',
  browser: 'As the browser',
}
