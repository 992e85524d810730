import { LOST_SENTENCES } from '@ensemble/core/editor'

/** Why a pasted text gave less than it holds: the sentences of the core, loaded with the import dialog. */
export const unread = {
  ...LOST_SENTENCES,
  // The core's sentence names a flag of the terminal.
  notGuessed:
    'This JSON has no tools in a known format, and Ensemble does not guess what its values mean. To make one Tool whose parameters have the types of these values, choose “Example JSON” under Format.',
} as const
