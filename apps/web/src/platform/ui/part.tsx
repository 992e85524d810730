import { useLayoutEffect, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { whenServerIsBack } from '../session/server-back.ts'

interface PartOptions<Props> {
  /** For an ornament: until its code comes, the window works without it. */
  readonly isQuiet?: boolean
  /** In its place until the code is there; nothing without it. */
  readonly Waiting?: ComponentType<Props>
}
interface Found<Props> {
  readonly Shown: ComponentType<Props> | null
  readonly failure?: { readonly error: unknown }
}

/**
 * A component whose code loads when it is first shown. A failure goes to the error boundary around it, which shows the
 * part once the server is back. React's own `lazy` would hold a part back for 300 ms.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false, Waiting }: PartOptions<Props> = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Part(props: Props) {
    const [{ Shown, failure }, setFound] = useState<Found<Props>>(() => ({ Shown: known }))
    useLayoutEffect(() => {
      const left = new AbortController()
      const { signal } = left
      const begin = (): void =>
        void load().then(
          (found) => {
            known = found
            // At once with its effects: what is seen has the focus it asks for and hears keys already.
            if (!signal.aborted) flushSync(() => setFound({ Shown: found }))
          },
          (error: unknown) => {
            if (signal.aborted) return
            if (isQuiet) whenServerIsBack(begin, signal)
            else setFound({ Shown: null, failure: { error } })
          },
        )
      if (known === null) begin()
      return () => left.abort()
    }, [])
    if (failure !== undefined) throw failure.error
    if (Shown !== null) return <Shown {...props} />
    return Waiting === undefined ? null : <Waiting {...props} />
  }
}
