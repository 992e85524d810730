/** What a code means and what to do about it. */
export interface ErrorEntry {
  readonly where: readonly ('call' | 'run' | 'problem' | 'api')[]
  readonly means: string
  readonly remedy: string
}
export declare const codes: { readonly [code: string]: ErrorEntry }
