import { GENESIS, sealEvents } from '@ensemble/core/host'
import type { ImportedConversation } from '@ensemble/core/import'
import type { RunDocument } from './run-document.ts'

interface SealOptions {
  readonly run: string
  /** Takes known secrets out of a text. */
  readonly redact: (text: string) => string
}

/** The facts of a recorded conversation as an exported Run. */
export const conversationDocument = ({ events }: ImportedConversation, { run, redact }: SealOptions): RunDocument => {
  const sealed = sealEvents(run, { seq: 0, hash: GENESIS }, events, { redact })
  return {
    format: 'ensemble-run',
    version: 1,
    run,
    lines: sealed.map(({ line }) => line),
    bodies: Object.fromEntries(sealed.flatMap(({ bodies }) => bodies.map(({ hash, text }) => [hash, text]))),
    artifacts: {},
    head: sealed.at(-1)?.head ?? { seq: 0, hash: GENESIS },
  }
}
