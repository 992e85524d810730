import { posix } from 'node:path'
import { linksIn } from './site/markdown.mjs'

/** Code cites a page and its anchor, `docs/contract/protocol.md#tools`. Pure: works on texts, so that it can be tested. */

const CITATION = /(?<![\w/.-])(docs\/[\w/-]+\.md)(?:#([\w-]*))?/g
/** Pages that were once outside the repository: a reader cannot open them. */
const UNREACHABLE = /\b(?:PROTOCOL|API|UX|RELIABILITY|STACK|STYLE|HOUSE|SCALE)\.md\b/g

/** The anchor of a heading, as code hosts make it. @param {string} heading */
export const toAnchor = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The anchors of a page. @param {string} page @returns {Set<string>} */
export const anchorsOf = (page) =>
  new Set(
    [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading)),
  )

/**
 * One sentence for each citation of `file` that leads nowhere.
 * @param {{ path: string, text: string }} file
 * @param {(page: string) => Set<string> | undefined} anchorsIn the anchors of a page of docs; undefined where there is no such page
 * @returns {string[]}
 */
export function lostCitations({ path, text }, anchorsIn) {
  return text.split('\n').flatMap((line, index) => {
    const place = `${path}:${index + 1}`
    const lost = [...line.matchAll(CITATION)].flatMap(([cited, page = '', anchor]) => {
      const anchors = anchorsIn(page)
      if (!anchors) return [`${place}: there is no page ${page}`]
      return anchor === undefined || anchors.has(anchor) ? [] : [`${place}: no heading for ${cited}`]
    })
    const unreachable = [...line.matchAll(UNREACHABLE)].map(
      ([name]) => `${place}: ${name} is not in the repository: cite a page of docs/contract`,
    )
    return [...lost, ...unreachable]
  })
}

/**
 * One sentence for each link and picture of a page that leads nowhere.
 * @param {{ path: string, text: string }} page
 * @param {(path: string) => boolean} exists whether there is such a file or folder
 * @param {(page: string) => Set<string> | undefined} anchorsIn
 * @returns {string[]}
 */
export const deadLinks = ({ path, text }, exists, anchorsIn) =>
  linksIn(text)
    .filter(({ target }) => !/^(\w+:|\/)/.test(target))
    .flatMap(({ target, line }) => {
      const [file = '', anchor] = target.split('#')
      const to = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '')
      if (!exists(to)) return [`${path}:${line}: ${target} leads to ${to}, which is missing`]
      const isLost = anchor !== undefined && to.endsWith('.md') && !anchorsIn(to)?.has(anchor)
      return isLost ? [`${path}:${line}: ${to} has no heading for #${anchor}`] : []
    })

/**
 * One sentence for each picture that shows a text which the product no longer has.
 * @param {{ readonly [picture: string]: readonly string[] }} pictures the texts on each
 * @param {string} catalogue the product's texts
 */
export const stalePictures = (pictures, catalogue) =>
  Object.entries(pictures).flatMap(([picture, texts]) => {
    const lost = texts.filter((text) => !catalogue.includes(text))
    return lost.length === 0
      ? []
      : [`docs/media/${picture} shows "${lost[0]}", which the page no longer says: run \`npm run screenshots\``]
  })
