import type { Pointer } from '../schema/json.ts'
import type { CaseChange } from './case-change.ts'

const PARTS: { readonly [what in CaseChange['what']]: string } = {
  prompt: 'the model would see another message',
  tools: 'the model would see other Tools or another schema',
  model: 'the Request differs',
  call: 'a Call is decided differently',
  state: 'the state is written differently',
  module: 'a Module is entered differently',
  end: 'the run ends differently',
}

/** Which message of a Request a path such as `/messages/0/content` leads into, counted from 1. */
export const messageNumber = (path: Pointer): number | undefined => {
  const index = /^\/messages\/(\d+)(?:\/|$)/.exec(path)?.[1]
  return index === undefined ? undefined : Number(index) + 1
}

/** `Turn 1 of singer: the model would see another message (message 1, system)`; turns and messages count from 1. */
export const changeSentence = ({ turn, idea, what, path, role }: CaseChange): string => {
  const number = what === 'prompt' ? messageNumber(path) : undefined
  const place = number === undefined ? '' : ` (${[`message ${number}`, ...(role ? [role] : [])].join(', ')})`
  return `${turn === 0 ? 'The run itself' : `Turn ${turn} of ${idea}`}: ${PARTS[what]}${place}`
}
