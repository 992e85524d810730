const LOOKED_AT = 900

/** What a person would want to read of an answer under way: names and values, no meta fields, hashes or punctuation. */
export const spoken = (text: string): string =>
  text
    .slice(-LOOKED_AT)
    .replaceAll(/"_tool":|"calls":\[(\],?)?|"output":/g, '')
    .replaceAll(/"_\w+":("[^"]*"|\[[^\]]*\]),?/g, ' ')
    .replace(/"_\w*("(:("[^"]*)?)?)?$/, '')
    .replaceAll(/"(sha256|bytes|type)":("[^"]*"|\d+),?/g, ' ')
    .replaceAll(/\b[0-9a-f]{16,}-?/g, '')
    .replaceAll('\\n', ' ')
    .replaceAll(/[{}[\]"\\$]+/g, ' ')
    .replaceAll(/(\s*[,:]\s*)+/g, (run) => (run.includes(',') ? ', ' : ': '))
    .replaceAll(/\s+/g, ' ')
    .trim()
