/** The absolute URI of an error code, in problem+json and SARIF; `ensemble explain` and docs/errors say what it means. */
export const errorUri = (code: string): string => `urn:ensemble:error:${code}`
