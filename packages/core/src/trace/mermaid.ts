/** A text that Mermaid reads as one label: what its grammar gives a meaning becomes an entity. */
export const label = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[#;"'`<>{}[\]()|%&\\]/gu, (sign) => `#${sign.codePointAt(0) ?? 0};`)
    .slice(0, 400)

/** Ids of nodes are free texts; Mermaid's are words. */
export const numbered = (prefix: string): ((id: string) => string) => {
  const known = new Map<string, string>()
  return (id) => {
    const name = known.get(id) ?? `${prefix}${known.size}`
    known.set(id, name)
    return name
  }
}
