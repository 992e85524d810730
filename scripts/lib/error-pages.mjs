import { codes } from '../../docs/errors/codes.mjs'

const PLACES = {
  call: 'A refused or failed Call. The model reads it in its next turn, and the trace shows it.',
  run: 'A Run that could not start or ended without an output.',
  problem: 'A Problem on a file: it shows on the node, under Problems and in `ensemble validate`.',
  api: 'An answer of the API (`application/problem+json`) or a line in the terminal.',
}
const GENERATED = '<!-- Written by `npm run docs` from codes.mjs. -->'

/** @param {string} code @param {(typeof codes)[string]} entry */
const page = (code, { where, means, remedy }) => `${GENERATED}

# \`${code}\`

${means}

**What to do.** ${remedy}

**Where it shows.** ${where.map((place) => PLACES[place]).join(' ')}
`

const index = () => `${GENERATED}

# Error codes

Every error has a code that stays the same between versions, and a page that says what to do.

| code | means |
| --- | --- |
${Object.entries(codes)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, { means }]) => `| [\`${code}\`](./${code}.md) | ${means.split('. ')[0]?.replace(/\.$/, '')} |`)
  .join('\n')}
`

/**
 * The pages of docs/errors, by file name.
 * @returns {Map<string, string>}
 */
export const errorPages = () =>
  new Map([
    ['README.md', index()],
    ...Object.entries(codes).map(([code, entry]) => /** @type {const} */ ([`${code}.md`, page(code, entry)])),
  ])
