const SLASH = 47

/**
 * The enclosing span of a path (docs/contract/protocol.md#the-journal): `request/2/call/0` → `request/2` → `""` → null. Asked several times for
 * each event, so it reads the few characters at the end itself.
 */
export function parentOf(span: string): string | null {
  if (span === '') return null
  let end = span.length
  for (let slashes = 0; slashes < 2 && end > 0;) if (span.charCodeAt(--end) === SLASH) slashes++
  return span.slice(0, end)
}
