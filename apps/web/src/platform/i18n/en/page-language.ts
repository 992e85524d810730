/** English texts of choosing the page's language, loaded with the settings. A language is named in itself. */
export const pageLanguage = {
  title: 'This page',
  hint: 'Saved in this browser only.',
  label: 'Language',
  labelHint:
    'The language of the page, its dates and its numbers. Texts from models, files and the server don’t change.',
  browser: 'Same as the browser',
}
