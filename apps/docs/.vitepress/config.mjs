import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { toAnchor } from '../../../scripts/lib/citations.mjs'

/** @type {{ description: string, nav: object[], ru: object[] }} written by scripts/lib/site/stage.mjs */
const { description, nav, ru } = JSON.parse(readFileSync(new URL('../dist.pages/site.json', import.meta.url), 'utf8'))

const RUSSIAN_SEARCH = {
  button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' },
  modal: {
    displayDetails: 'Показать подробности',
    resetButtonTitle: 'Очистить',
    backButtonTitle: 'Закрыть',
    noResultsText: 'Ничего не найдено:',
    footer: { selectText: 'открыть', navigateText: 'перейти', closeText: 'закрыть' },
  },
}

export default defineConfig({
  title: 'Ensemble',
  description,
  base: '/docs/',
  srcDir: './dist.pages',
  cacheDir: './node_modules/.cache/vitepress',
  // Pages say what they hold in plain Markdown, and a word in angle brackets is text.
  markdown: {
    html: false,
    anchor: { slugify: toAnchor },
    headers: { slugify: toAnchor },
    // Braces in code are those of other programs' templates.
    config: (md) => {
      md.core.ruler.push('plain-code', ({ tokens }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) if (token.type === 'code_inline') token.attrSet('v-pre', '')
      })
    },
  },
  // The server's policy allows no data inside the page's own scripts.
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/favicon.svg' }]],
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: nav } },
    ru: {
      label: 'Русский',
      lang: 'ru',
      link: '/ru/',
      themeConfig: {
        sidebar: ru,
        nav: [
          { text: 'Обзор', link: '/ru/tour' },
          { text: 'Ошибки', link: '/errors/' },
          { text: 'API', link: '/reference/index.html', target: '_self' },
        ],
        outline: { label: 'На этой странице', level: [2, 3] },
        docFooter: { prev: 'Назад', next: 'Дальше' },
        sidebarMenuLabel: 'Страницы',
        returnToTopLabel: 'Наверх',
        darkModeSwitchLabel: 'Тема',
        lightModeSwitchTitle: 'Светлая тема',
        darkModeSwitchTitle: 'Тёмная тема',
        langMenuLabel: 'Язык',
      },
    },
  },
  themeConfig: {
    nav: [
      { text: 'Tour', link: '/tour' },
      { text: 'Error codes', link: '/errors/' },
      { text: 'API reference', link: '/reference/index.html', target: '_self' },
    ],
    outline: { level: [2, 3] },
    // A page of one language has no counterpart in the other: the menu leads to the first page then.
    i18nRouting: false,
    search: { provider: 'local', options: { locales: { ru: { translations: RUSSIAN_SEARCH } } } },
  },
})
