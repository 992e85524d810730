/** Chromium's; other browsers don’t report it. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Whether a person pays for each byte, or waits for it. */
export function isSparing(): boolean {
  const { connection } = navigator as { readonly connection?: Connection } // not in the types: not every browser has it
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '')
}
