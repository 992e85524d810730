import { isResultField } from './meta-names.ts'

/** Whether references in a property's schema start from that schema: in a Tool's result and reasoning. */
export const isOwnRoot = (name: string): boolean => isResultField(name) || name === '_reasoningForCall'
