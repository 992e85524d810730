import { useEffect, useState } from 'react'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly failure: string | null
}

/** A server's answer to `load`, asked again when `key` changes. The last answer stays until the next. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly key: string | null }>({
    key: null,
    value: undefined,
    failure: null,
  })
  useEffect(() => {
    let isCurrent = true
    load().then(
      (value) => {
        if (isCurrent) setLoaded({ key, value, failure: null })
      },
      (error: unknown) => {
        const failure = error instanceof Error ? error.message : String(error)
        if (isCurrent) setLoaded({ key, value: undefined, failure })
      },
    )
    return () => {
      isCurrent = false
    }
    // eslint-disable-next-line react/exhaustive-deps -- `key` names what `load` loads
  }, [key])
  return loaded.key === key ? loaded : { value: undefined, failure: null }
}
