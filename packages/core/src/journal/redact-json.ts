/** The replacement for a secret. */
export const REDACTED = '[secret]'

/** A JSON value without its secrets; unchanged objects stay the same. In JSON text, removing digits would break it. */
export const redactJson = <T>(value: T, redact: (text: string) => string): T => {
  const text = JSON.stringify(value)
  if (text === undefined || redact(text) === text) return value
  return cleaned(value, redact) as T // the same shape; what spelt a secret is a text now
}

const cleaned = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, redact))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), cleaned(item, redact)]))
  return redact(String(value)) === String(value) ? value : REDACTED
}
