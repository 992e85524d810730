import { tokenise } from './typescript-tokens.ts'
import type { Token } from './typescript-tokens.ts'

/** A place in the tokens of a TypeScript text, and the ways to move on. */
export class TokenCursor {
  protected at = 0
  protected readonly tokens: readonly Token[]
  constructor(text: string) {
    this.tokens = tokenise(text)
  }

  protected peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead]
  }
  protected is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token !== undefined && token.kind !== 'string' && token.text === text
  }
  protected take(text: string): boolean {
    if (!this.is(text)) return false
    this.at++
    return true
  }
  protected skipTo(...ends: readonly string[]): void {
    let level = 0
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (level === 0 && token.kind !== 'string' && ends.includes(token.text)) return
      if ('{[(<'.includes(token.text) && token.kind === 'mark') level++
      if ('}])>'.includes(token.text) && token.kind === 'mark') level--
      if (level < 0) return
      this.at++
    }
  }

  protected name(): string {
    const token = this.peek()
    if (token?.kind !== 'word') return ''
    this.at++
    return token.text
  }

  protected skipBlock(): void {
    this.at++
    this.skipTo('}')
    this.take('}')
  }
}
