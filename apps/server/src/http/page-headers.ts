const PAGE_CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The validator's worker alone may compile schemas to code; it can reach nothing (ARCHITECTURE.md). */
const VALIDATOR_CSP = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'none'"

/** A file from the model or an Activity is never shown as a page of this origin. */
export const SANDBOX_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/** An HTML file inside a frame of the page: a separate origin, which loads and sends nothing. */
export const FRAMED_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'sec-fetch-dest',
}

export const cspFor = (path: string): string => (path.includes('validator-worker') ? VALIDATOR_CSP : PAGE_CSP)

/** On every answer that is not part of the page: opened by itself, it may do nothing. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'"

/** On every answer. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Sets the headers of every answer; an answer's own policy, and who may frame it, stay. */
export const secure = (response: Response): void => {
  const { headers } = response
  const framing = headers.get('x-frame-options')
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value)
  if (framing !== null) headers.set('x-frame-options', framing)
  // Browsers that know frame-ancestors ignore this header, and it has no word for a list of origins.
  else if (/frame-ancestors (?!'none')/.test(headers.get('content-security-policy') ?? ''))
    headers.delete('x-frame-options')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_CSP)
}
