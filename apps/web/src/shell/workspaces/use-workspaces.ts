import { useCallback, useEffect, useState } from 'react'
import { listWorkspaces, type ListedWorkspace } from '../../platform/api/workspace-client.ts'
import { BASE } from '../../platform/browser/base.ts'
import { sessionStore } from '../../platform/session/session.ts'

export interface KnownWorkspaces {
  /** Null until they are read. */
  readonly workspaces: readonly ListedWorkspace[] | null
  readonly failure: string | null
  readonly canReveal: boolean
  /** Reads the list again. */
  readonly refresh: () => void
}

/** The person's workspaces, read when they are shown. */
export function useWorkspaces(): KnownWorkspaces {
  const [found, setFound] = useState<Omit<KnownWorkspaces, 'refresh'>>({
    workspaces: null,
    failure: null,
    canReveal: false,
  })
  const refresh = useCallback(() => {
    listWorkspaces().then(
      ({ workspaces, canReveal }) => setFound({ workspaces, canReveal, failure: null }),
      (error: unknown) =>
        setFound((before) => ({ ...before, failure: error instanceof Error ? error.message : String(error) })),
    )
  }, [])
  useEffect(refresh, [refresh])
  return { ...found, refresh }
}

/** Whether this page shows the workspace. */
export const isHere = ({ name, folder, address }: ListedWorkspace): boolean => {
  const { facts } = sessionStore.getState()
  return address === `${BASE}/` || (facts !== null && (facts.root === folder || facts.name === name))
}
