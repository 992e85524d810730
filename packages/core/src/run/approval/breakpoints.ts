import type { Breakpoint } from '../../journal/events.ts'

/** How a Run goes on from a Call at which it stopped. */
export type StepMode = 'over' | 'into' | 'out' | 'continue'

/** Where one Run stops for a person; can change while it runs (API.md, breakpoints). Whether a Call was stopped is a fact of the Journal, the breakpoints themselves are not. */
export interface Breakpoints {
  set(list: readonly Breakpoint[]): void
  /** From the Call at `span`: stop at the next Call of the same Loop or an outer one, of any Loop, or of an outer one. */
  step(mode: StepMode, span: string): void
  /** Whether to stop before this Call. A step that is reached is used up. */
  stops(call: { readonly span: string; readonly tool: string; readonly idea: string }): boolean
  /** Whether to stop after a Call that failed. */
  stopsAtError(): boolean
}

export function createBreakpoints(initial: readonly Breakpoint[]): Breakpoints {
  let list = initial
  let stepping: { readonly mode: StepMode; readonly loop: string } | undefined
  return {
    set(next) {
      list = next
    },
    step(mode, span) {
      stepping = mode === 'continue' ? undefined : { mode, loop: loopOf(span) }
    },
    stops({ span, tool, idea }) {
      if (stepping && isStep(stepping.mode, stepping.loop, loopOf(span))) {
        stepping = undefined
        return true
      }
      return list.some((point) => {
        if (point.tool === undefined && point.idea === undefined) return false
        return (point.tool ?? tool) === tool && matchesIdea(point.idea, idea)
      })
    },
    stopsAtError: () => list.some((point) => point.on === 'error'),
  }
}

/** `request/2/call/0/request/1/call/3` is a Call of the Loop that `request/2/call/0` entered. */
const loopOf = (span: string): string => span.split('/').slice(0, -4).join('/')

const matchesIdea = (wanted: string | undefined, address: string): boolean =>
  wanted === undefined || wanted === address || `idea://${wanted}` === address

function isStep(mode: StepMode, from: string, loop: string): boolean {
  const isOuter = from !== loop && (loop === '' || from.startsWith(`${loop}/`))
  if (mode === 'into') return true
  return mode === 'out' ? isOuter : isOuter || from === loop
}
