/** Links and sections of Markdown. Pure: works on texts, so that it can be tested. */

/** @typedef {{ label: string, target: string, isImage: boolean, line: number }} Link */

const FENCED = /^( *)(```+)[^\n]*\n[\s\S]*?^\1\2`*$/gm
const CODE = /(`+)[^`\n](?:[^\n]*?[^`\n])?\1(?!`)|<!--[\s\S]*?-->/g
const LINK = /(!?)\[([^\][\n]*(?:\n[^\][\n]*)?)\]\(([^()\s]+)\)/g
/** Stands in for code while its surroundings are read: a private character, so that no page contains it. */
const MARK = '\uE000'

/**
 * The page with `change` applied to what is not code.
 * @param {string} page @param {(prose: string) => string} change
 */
export function changeProse(page, change) {
  /** @type {string[]} */
  const code = []
  const put = (/** @type {string} */ text) => `${MARK}${code.push(text) - 1}${MARK}`
  const prose = page.replaceAll(FENCED, put).replaceAll(CODE, put)
  const back = (/** @type {string} */ text) =>
    text.replaceAll(/\uE000(\d+)\uE000/g, (_, index) => code[Number(index)] ?? '')
  return back(back(change(prose)))
}

/**
 * The page with each link replaced by what `rewrite` makes of it.
 * @param {string} page @param {(link: Omit<Link, 'line'>) => string} rewrite
 */
export const changeLinks = (page, rewrite) =>
  changeProse(page, (prose) =>
    prose.replaceAll(LINK, (_, sign, label, target) => rewrite({ label, target, isImage: sign === '!' })),
  )

/** Every link of a page, with its line from 1. @param {string} page @returns {readonly Link[]} */
export function linksIn(page) {
  /** @type {Link[]} */
  const links = []
  const blank = (/** @type {string} */ text) => text.replaceAll(/[^\n]/g, '_')
  const prose = page.replaceAll(FENCED, blank).replaceAll(CODE, blank)
  for (const { 1: sign, 2: label = '', 3: target = '', index } of prose.matchAll(LINK))
    links.push({ label, target, isImage: sign === '!', line: prose.slice(0, index).split('\n').length })
  return links
}

/**
 * The text below a heading, up to the next one of its level or above; undefined without such a heading.
 * @param {string} page @param {string} anchor @param {(heading: string) => string} toAnchor
 */
export function sectionOf(page, anchor, toAnchor) {
  const lines = page.split('\n')
  const levelOf = (/** @type {string} */ line) => /^(#+) /.exec(line)?.[1]?.length ?? 7
  const from = lines.findIndex((line) => /^#+ /.test(line) && toAnchor(line.replace(/^#+ /, '')) === anchor)
  if (from < 0) return undefined
  const level = levelOf(lines[from] ?? '')
  let isCode = false
  const to = lines.findIndex((line, index) => {
    if (line.startsWith('```')) isCode = !isCode
    return index > from && !isCode && levelOf(line) <= level
  })
  return lines
    .slice(from + 1, to < 0 ? undefined : to)
    .join('\n')
    .trim()
}
