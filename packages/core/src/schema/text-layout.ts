import type { JsonDocument } from './json-document.ts'

/** How a JSON text is laid out. A file may have hundreds of fixes, so each answer is found once for a document. */
export class TextLayout {
  readonly #text: string
  #unit: string | undefined
  #isTight: boolean | undefined
  #lineEnds: readonly number[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  get eol(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n'
  }

  /** The white space of one level. */
  get unit(): string {
    return (this.#unit ??= /\n([ \t]+)\S/u.exec(this.#text)?.[1] ?? '  ')
  }

  /** Whether the text is written without any space, as programs write it. */
  get isTight(): boolean {
    return (this.#isTight ??= this.#text.length > 2 && !/[:,]\s/u.test(this.#text))
  }

  /** The white space that the line of an offset begins with. */
  indentAt(offset: number): string {
    const start = this.#lineStart(offset)
    return /^[ \t]*/u.exec(this.#text.slice(start, offset))?.[0] ?? ''
  }

  #lineStart(offset: number): number {
    const ends = (this.#lineEnds ??= lineEndsOf(this.#text))
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] ?? Infinity) < offset) low = middle + 1
      else high = middle
    }
    return low === 0 ? 0 : (ends[low - 1] ?? 0) + 1
  }
}

const lineEndsOf = (text: string): readonly number[] => {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return ends
}

const layouts = new WeakMap<JsonDocument, TextLayout>()

export const layoutOf = (document: JsonDocument): TextLayout => {
  const known = layouts.get(document) ?? new TextLayout(document.text)
  layouts.set(document, known)
  return known
}
