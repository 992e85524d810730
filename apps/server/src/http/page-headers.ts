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

/** Sets the headers of every answer; a policy of the answer's own stays. */
export const secure = (response: Response): void => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  if (!response.headers.has('content-security-policy')) response.headers.set('content-security-policy', DATA_CSP)
}
