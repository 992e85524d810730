/** Rows of comma or tab separated values (RFC 4180), at most `most`; a quote that never ends takes the rest as one cell. */
export function parseTable(text: string, most: number): readonly (readonly string[])[] {
  const separator = firstLineOf(text).includes('\t') ? '\t' : ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const char = text[at] ?? ''
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += char
    else if (char === separator) endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow()
  return rows
}

const firstLineOf = (text: string): string => text.slice(0, Math.max(0, text.indexOf('\n')) || undefined)
