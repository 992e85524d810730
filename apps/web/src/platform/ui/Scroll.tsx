import type { ReactNode, Ref } from 'react'

interface ScrollProps {
  /** Names the box for people who come to it by keyboard. */
  readonly label: string
  /** `pre` for text that keeps its lines. */
  readonly as?: 'div' | 'pre'
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLDivElement & HTMLPreElement>
  readonly children: ReactNode
}

/** A box whose long content scrolls. The keyboard reaches it, so that arrows scroll it too. */
export function Scroll({ label, as: Box = 'div', ...rest }: ScrollProps) {
  return <Box role="group" aria-label={label} tabIndex={0} {...rest} />
}
