import type { StreamEvent } from '@ensemble/core/journal'

/** A Run's work as a visitor sees it: who does what, and no value. The page says it in a sentence of its language. */
export type VisibleStep =
  | { readonly type: 'thinks'; readonly who: string }
  | { readonly type: 'works'; readonly who: string; readonly what: string }
  | { readonly type: 'waits' }

/** `greetUser` and `greet_user` as words: `greet user`. */
const wordsOf = (tool: string): string =>
  tool
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()

/** Reads the steps from the events of one Run. `titleOf` gives an Idea's title by its address. */
export const createStepReader = (
  titleOf: (address: string) => string,
): ((event: StreamEvent) => VisibleStep | undefined) => {
  const tools = new Map<string, string>()
  const whoOf = new Map<string, string>()
  return (event) => {
    switch (event.type) {
      case 'call.proposed':
        tools.set(event.data.call, event.data.tool)
        return undefined
      case 'request.started':
        whoOf.set(event.span, titleOf(event.data.idea))
        return { type: 'thinks', who: whoOf.get(event.span) ?? '' }
      case 'call.started':
        return {
          type: 'works',
          who: whoOf.get(event.parent ?? '') ?? '',
          what: wordsOf(tools.get(event.data.call) ?? ''),
        }
      case 'approval.requested':
        return { type: 'waits' }
      default:
        return undefined
    }
  }
}
