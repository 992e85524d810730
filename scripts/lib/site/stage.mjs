import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../repo.mjs'
import { changes } from './changes.mjs'
import { linksIn } from './markdown.mjs'
import { siteText, sitePages } from './pages.mjs'

/** @typedef {{ text: string, link: string }} NavLink */
/** @typedef {{ text: string, items: readonly NavLink[] }} NavGroup */

/**
 * The groups of the sidebar: the sections of a list of pages, with the links in each.
 * @param {string} page @returns {readonly NavGroup[]}
 */
export const navOf = (page) =>
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf('\n')).trim(),
      items: linksIn(section)
        .filter(({ target }) => target.startsWith('/'))
        .map(({ label, target }) => ({ text: label[0]?.toUpperCase() + label.slice(1), link: target })),
    }))

/** @param {string} text */
const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? ''

/**
 * The list of pages that models read first (llmstxt.org).
 * @param {string} title @param {string} description @param {readonly NavGroup[]} nav
 */
const llmsIndex = (title, description, nav) =>
  [
    `# ${title}`,
    `> ${description}`,
    'All pages in one file: [llms-full.txt](llms-full.txt)',
    ...nav.map(({ text, items }) =>
      [
        `## ${text}`,
        '',
        ...items.map((item) => `- [${item.text}](${item.link.slice(1).replace(/\.md(?=#|$)/, '.html')})`),
      ].join('\n'),
    ),
  ].join('\n\n') + '\n'

/**
 * Writes the folder that VitePress reads: the pages, their pictures, the schemas, and `site.json` with the sidebars.
 * @param {string} folder absolute
 */
export function stageSite(folder) {
  rmSync(folder, { recursive: true, force: true })
  const pages = sitePages()
  const paths = new Map(pages.map(({ source, path }) => [source, path]))
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const texts = new Map(
    pages.map((page) => {
      const text = siteText(page, paths)
      return [page.path, page.path === 'changelog.md' ? `${text.trim()}\n\n${changes()}\n` : text]
    }),
  )
  for (const [path, text] of texts) write(path, text)
  for (const part of ['media', 'schemas'])
    cpSync(inRoot('docs', part), join(folder, 'public', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.md') && !path.endsWith('pictures.json'),
    })
  cpSync(inRoot('apps/web/public/favicon.svg'), join(folder, 'public/favicon.svg'))
  const { description } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const nav = navOf(texts.get('index.md') ?? '')
  write('site.json', JSON.stringify({ description, nav, ru: navOf(texts.get('ru/index.md') ?? '') }))
  write('public/llms.txt', llmsIndex('Ensemble', description, nav))
  const inOrder = [...new Set(nav.flatMap(({ items }) => items.map(({ link }) => link.slice(1).split('#')[0] ?? '')))]
  write(
    'public/llms-full.txt',
    inOrder
      .filter((path) => texts.has(path))
      .map((path) => `<!-- ${path}: ${titleOf(texts.get(path) ?? '')} -->\n\n${texts.get(path)?.trim()}\n`)
      .join('\n'),
  )
}
