/**
 * A step of a Dockerfile.
 * @typedef {{ readonly name: string, readonly text: string }} Step
 */

/**
 * The stages of a Dockerfile: each begins with its FROM. Lines that end in a backslash are joined.
 * @param {string} text
 * @returns {readonly (readonly Step[])[]}
 */
export function stagesOf(text) {
  /** @type {Step[][]} */
  const stages = []
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n')
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`Not a step of a Dockerfile: ${line}`)
    if (name === 'FROM') stages.push([])
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error(`A step before the first FROM: ${line}`)
    stage.push({ name, text: rest })
  }
  return stages
}

/** @param {string} text such as `HOST=0.0.0.0 PORT=4141` */
export const pairsOf = (text) =>
  Object.fromEntries(
    text.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

/** Absolute folders of the image, in the folder that is used as its root. @param {string} text @param {string} root */
export const inFolder = (text, root) =>
  text.replaceAll(
    /(^|[\s="'])\/(src|packed|opt|data|root|usr\/local\/bin)(?=$|[\s/"'])/g,
    (_, before, name) => `${before}${root}/${name}`,
  )

/** The command of CMD or HEALTHCHECK: its JSON list. @param {string} text @returns {readonly string[]} */
export const commandIn = (text) => JSON.parse(text.slice(text.indexOf('[')))
