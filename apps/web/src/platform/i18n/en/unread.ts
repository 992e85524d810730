import { LOST_SENTENCES } from '@ensemble/core/editor'

/** Why a pasted text gave less than it holds: the sentences of the core, loaded with the import dialog. */
export const unread = LOST_SENTENCES
