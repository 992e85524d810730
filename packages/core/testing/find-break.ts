import type { Head } from '../src/journal/chain.ts'
import { sha256Text } from '../src/schema/hash.ts'
import type { Sha256 } from '../src/schema/json.ts'

/** Where a chain stops being the one that was written: the first line whose `seq` or `prev` is wrong, or null. */
export function findBreak(lines: readonly string[], genesis: Sha256, head?: Head): number | null {
  let prev = genesis
  for (const [index, line] of lines.entries()) {
    const event: { seq?: unknown; prev?: unknown } = parseLine(line)
    if (event.seq !== index + 1 || event.prev !== prev) return index + 1
    prev = sha256Text(line)
  }
  return head && (head.seq !== lines.length || head.hash !== prev) ? lines.length + 1 : null
}

function parseLine(line: string): { seq?: unknown; prev?: unknown } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
