import { useEffect, useEffectEvent, useState } from 'react'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import { listModels } from '../../platform/api/endpoint-client.ts'

interface ListedModels {
  /** Null until the endpoint has answered. */
  readonly listed: readonly string[] | null
  readonly isAsking: boolean
  readonly problem: { readonly error: unknown } | null
  ask(): void
  forgetProblem(): void
}

/** The models that an endpoint lists when it is asked, or why it did not answer. */
export function useListedModels(endpoint: string, asksAtOnce: boolean, onAnswered: () => void): ListedModels {
  const [listed, setListed] = useState<readonly string[] | null>(null)
  const [isAsking, setAsking] = useState(asksAtOnce)
  const [problem, setProblem] = useState<ListedModels['problem']>(null)

  const read = async (): Promise<readonly string[]> => {
    await flushEdits()
    return listModels(endpoint)
  }
  const take = (found: readonly string[]): void => {
    setListed(found)
    setProblem(null)
    setAsking(false)
    onAnswered()
  }
  const tell = (error: unknown): void => {
    setProblem({ error })
    setAsking(false)
  }
  const ask = (): void => {
    setAsking(true)
    setProblem(null)
    read().then(take, tell)
  }
  const begin = useEffectEvent(() => read().then(take, tell))
  useEffect(() => {
    if (asksAtOnce) void begin()
  }, [asksAtOnce])

  return { listed, isAsking, problem, ask, forgetProblem: () => setProblem(null) }
}
