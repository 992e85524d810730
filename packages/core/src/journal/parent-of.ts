const SLASH = 47

/** The parent of a path: `request/2/call/0` → `request/2` → `""` → null. Hot: reads only the last characters. */
export function parentOf(span: string): string | null {
  if (span === '') return null
  let end = span.length
  for (let slashes = 0; slashes < 2 && end > 0;) if (span.charCodeAt(--end) === SLASH) slashes++
  return span.slice(0, end)
}
