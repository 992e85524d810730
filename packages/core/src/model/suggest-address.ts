/**
 * The base URL that was probably meant: OpenAI-compatible APIs are below a version, and the address names none.
 * Undefined if it does.
 */
export const suggestAddress = (baseUrl: string): string | undefined => {
  if (!URL.canParse(baseUrl)) return undefined
  const { origin, pathname } = new URL(baseUrl)
  if (pathname.split('/').some((part) => /^v\d/i.test(part))) return undefined
  return `${origin}${pathname.replace(/\/+$/, '')}/v1`
}

/** The same as the end of a sentence's paragraph; empty without one. */
export const didYouMean = (baseUrl: string): string => {
  const suggestion = suggestAddress(baseUrl)
  return suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
}
