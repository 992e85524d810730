import { RE2JS } from 're2js'

/** A pattern that needs look-around or back-references, or is no pattern at all. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
  constructor(
    readonly pattern: string,
    message: string,
    options: { readonly cause: unknown },
  ) {
    super(message, options)
  }
}

export interface LinearPattern {
  test(text: string): boolean
  toString(): string
}

/**
 * A JSON Schema pattern that runs in time linear in the text, whoever wrote it. Look-around and back-references cannot
 * and are refused with PatternError.
 */
export const linearPattern = (pattern: string): LinearPattern => {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return { test: (text) => compiled.matcher(text).find(), toString: () => pattern }
  } catch (cause) {
    const reason = /\(\?[=!<]|\\[1-9k]/.test(pattern)
      ? 'it uses look-around or back-references, which cannot run in bounded time'
      : cause instanceof Error
        ? cause.message.replace(/^error parsing regexp: /, '')
        : String(cause)
    throw new PatternError(pattern, `the pattern ${JSON.stringify(pattern)} is not supported: ${reason}`, { cause })
  }
}
