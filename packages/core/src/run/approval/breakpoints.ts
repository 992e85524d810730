import type { Breakpoint } from '../../journal/events.ts'

/** How a Run continues from a Call at which it stopped. */
export type StepMode = 'over' | 'into' | 'out' | 'continue'

/** Where one Run stops for a person; can change while it runs (docs/contract/api.md, breakpoints). Whether a Call was stopped is a fact of the Journal, the breakpoints themselves are not. */
export class Breakpoints {
  #list: readonly Breakpoint[]
  #stepping: { readonly mode: StepMode; readonly loop: string } | undefined

  constructor(initial: readonly Breakpoint[] = NONE) {
    this.#list = initial
  }

  set(list: readonly Breakpoint[]): void {
    this.#list = list
  }

  /** From the Call at `span`: stop at the next Call of the same Loop or an outer one, of any Loop, or of an outer one. */
  step(mode: StepMode, span: string): void {
    this.#stepping = mode === 'continue' ? undefined : { mode, loop: loopOf(span) }
  }

  /** Whether to stop before this Call. A step that is reached is used up. */
  stops(call: StoppableCall): boolean {
    if (this.#stepping && isStep(this.#stepping.mode, this.#stepping.loop, loopOf(call.span))) {
      this.#stepping = undefined
      return true
    }
    return this.#list.some((point) => {
      if (point.on === 'error' || (point.tool === undefined && point.idea === undefined)) return false
      return isOf(point, call)
    })
  }

  /** Whether to stop after this Call, which failed. */
  stopsAtError(call: StoppableCall): boolean {
    return this.#list.some((point) => point.on === 'error' && isOf(point, call))
  }
}

interface StoppableCall {
  readonly span: string
  readonly tool: string
  /** Address of the Idea whose Loop makes it. */
  readonly idea: string
}

const NONE: readonly Breakpoint[] = []

/** `request/2/call/0/request/1/call/3` is a Call of the Loop that `request/2/call/0` entered. */
const loopOf = (span: string): string => span.split('/').slice(0, -4).join('/')

const isOf = (point: Breakpoint, { tool, idea }: StoppableCall): boolean =>
  (point.tool ?? tool) === tool && (point.idea === undefined || point.idea === idea || `idea://${point.idea}` === idea)

function isStep(mode: StepMode, from: string, loop: string): boolean {
  const isOuter = from !== loop && (loop === '' || from.startsWith(`${loop}/`))
  if (mode === 'into') return true
  return mode === 'out' ? isOuter : isOuter || from === loop
}
