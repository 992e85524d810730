/** Code cites a page and its anchor, `docs/contract/protocol.md#tools`. Pure: works on texts, so that it can be tested. */

const CITATION = /(?<![\w/.-])(docs\/[\w/-]+\.md)(?:#([\w-]*))?/g
/** Pages that were once outside the repository: a reader cannot open them. */
const UNREACHABLE = /\b(?:PROTOCOL|API|UX|RELIABILITY|STACK|STYLE|HOUSE|SCALE)\.md\b/g

/**
 * The anchors of a page, as code hosts make them from its headings.
 * @param {string} page @returns {Set<string>}
 */
export const anchorsOf = (page) =>
  new Set(
    [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
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
