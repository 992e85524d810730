import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { toAnchor } from '../citations.mjs'
import { inRoot } from '../repo.mjs'
import { changeLinks, changeProse, sectionOf } from './markdown.mjs'

/** Pages about the repository itself, which links on the site can't follow. */
const ONLY_IN_REPOSITORY = /^docs\/(decisions\/|one-turn\.md)/
/** The pages of the root that users read. */
const OF_ROOT = ['SECURITY.md']

/**
 * @typedef {object} Page
 * @property {string} source relative to the root
 * @property {string} path on the site, as `import/README.md` becomes `import/index.md`
 */

const toPath = (/** @type {string} */ source) =>
  source
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .toLowerCase()

/** Every page of the site. @returns {readonly Page[]} */
export function sitePages() {
  const files = readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md') && !file.includes('/.run-') && !ONLY_IN_REPOSITORY.test(file))
  return [...files, ...OF_ROOT].sort().map((source) => ({ source, path: toPath(source) }))
}

/** The page with the sections of other pages that it includes: `<!-- include README.md#sixty-seconds -->`. @param {string} page */
const withIncluded = (page) =>
  page.replaceAll(/^<!-- include (\S+?)#(\S+) -->$/gm, (_, file, anchor) => {
    const section = sectionOf(readFileSync(inRoot(file), 'utf8'), anchor, toAnchor)
    if (section === undefined) throw new Error(`${file} has no section #${anchor}, which a page of docs includes.`)
    return relink(section, file, (path) => `ROOT:${path}`)
  })

/**
 * @param {string} page @param {string} source @param {(path: string, label: string) => string | undefined} toTarget
 *   from a path below the root to the target on the site; undefined leaves only the label
 */
const relink = (page, source, toTarget) =>
  changeLinks(page, ({ label, target, isImage }) => {
    const [file = '', hash] = target.split('#')
    if (/^(\w+:)?\/\//.test(target) || target.startsWith('mailto:') || file === '')
      return `${isImage ? '!' : ''}[${label}](${target})`
    const path = file.startsWith('ROOT:') ? file.slice(5) : posix.join(posix.dirname(source), file)
    const to = toTarget(path.replace(/\/$/, ''), label)
    if (to === undefined) return label
    return `${isImage ? '!' : ''}[${label}](${to}${hash === undefined ? '' : `#${hash}`})`
  })

/**
 * A page as the site shows it: with what it includes, its links among the pages of the site, and no comments.
 * @param {Page} page @param {ReadonlyMap<string, string>} paths from source to path
 */
export function siteText({ source }, paths) {
  const text = withIncluded(readFileSync(inRoot(source), 'utf8'))
  const linked = relink(text, source, (path) => {
    const page = paths.get(path) ?? paths.get(`${path}/README.md`)
    if (page !== undefined) return `/${page}`
    if (path.startsWith('docs/media/') || path.startsWith('docs/schemas/')) return path.replace(/^docs/, '')
    if (!existsSync(inRoot(path))) throw new Error(`${source} links to ${path}, which is missing.`)
    return undefined
  })
  return changeProse(linked.replaceAll(/^<!--[\s\S]*?-->\n*/gm, ''), (prose) => prose.replaceAll('{{', '{\u2060{'))
}
