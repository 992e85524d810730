import type { Json, Message } from '@ensemble/core'

/** The context of a pinned Idea: a pin's body is `{ idea, tools }`, as the executor wrote it. */
export const pinnedContext = (body: Json | undefined): readonly Message[] | undefined =>
  (body as { readonly idea?: { readonly context?: readonly Message[] } } | undefined)?.idea?.context
