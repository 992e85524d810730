/** Tags that the prompt editor writes; any other is part of the prompt. */
const TAG =
  /<\/?(p|span|div|br|hr|strong|em|b|i|u|s|a|code|pre|mark|ul|ol|li|blockquote|h[1-6]|table|tbody|tr|td|th)\b[^<>]*>/gi
const BLOCK = /^(?:p|div|ul|ol|pre|blockquote|h[1-6]|tr)$/
const ENTITIES: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }

/** A prompt of the V2 editor, which is HTML, as text; any other text stays as it is. */
export const plainText = (text: string): string => {
  if (!/^\s*<(?:p|h[1-6]|ul|ol|pre|div|span|blockquote)\b/i.test(text)) return text
  return text
    .replaceAll(TAG, (tag, given: string) => {
      const name = given.toLowerCase()
      if (name === 'br' || name === 'hr') return '\n'
      if (name === 'li') return tag.startsWith('</') ? '\n' : '- '
      return tag.startsWith('</') && BLOCK.test(name) ? '\n\n' : ''
    })
    .replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
    )
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/\n\n(?=- )/g, '\n')
    .trim()
}

const wordOf = (text: string): string => text.replaceAll(/\W+/g, '_').replaceAll(/^[^A-Za-z]+|_+$/g, '')

/** Prompts of a node read together: `{{ variable }}` and, in older flows, `{variable}` become members of an input. */
export interface Places {
  readonly read: (text: string) => string
  /** In order. */
  readonly members: () => readonly string[]
}

/** `titleOf` names a node by its id: its output is asked for as `{{ llmAgentflow_0 }}`. */
export const createPlaces = (titleOf: (id: string) => string | undefined, hasSingle: boolean): Places => {
  const names = new Map<string, string>()
  const place = (reference: string): string => {
    const known = names.get(reference)
    if (known !== undefined) return known
    const parts = reference.replace(/^\$(?:flow|form|vars|iteration|webhook)\b\.?/, '').split('.')
    const last = parts.findLast((part) => !['output', 'content', 'data', 'instance', ''].includes(part)) ?? 'value'
    const base = wordOf(titleOf(last) ?? last).slice(0, 60) || 'value'
    const used = [...names.values()]
    let name = base
    for (let count = 2; used.includes(name); count++) name = `${base}${count}`
    names.set(reference, name)
    return name
  }
  const read = (text: string): string => {
    const doubled = plainText(text).replaceAll(
      /\{\{\s*([$\w][^{}]{0,200}?)\s*\}\}/g,
      (_, reference: string) => `{${place(reference)}}`,
    )
    if (hasSingle)
      for (const [, name = ''] of doubled.matchAll(/(?<!\{)\{([A-Za-z]\w*)\}(?!\})/g))
        if (![...names.values()].includes(name)) names.set(name, name)
    return doubled
  }
  return { read, members: () => [...new Set(names.values())] }
}
