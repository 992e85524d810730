import type { GraphTool } from '@ensemble/core/idea'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { workOf, type Work, type WorkPlace } from '../../document/edits/worker.ts'
import { activeProfile } from '../../document/open/profile.ts'
import { objectAt, useManifest } from '../../document/open/use-manifest.ts'
import type { ToolPlace } from '../../document/texts/idea-view.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import type { Workers } from './work-kinds.ts'

const surroundingsOf = (session: Session) => session.surroundings

/** The worker of a Tool in the active profile, with everything that it can be chosen from. */
export function useWork(
  idea: string,
  place: ToolPlace,
  tool: GraphTool | undefined,
): { readonly at: WorkPlace; readonly work: Work; readonly workers: Workers } {
  const { activities, mcpServers, profile } = useStore(sessionStore, surroundingsOf)
  const profileName = useStore(sessionStore, activeProfile)
  const manifest = useManifest()
  return useMemo(() => {
    const requests = Object.keys(objectAt(objectAt(manifest, 'activities'), 'http'))
    const at = { idea, place, tool, profileName, profile, activities }
    return { at, work: workOf(at), workers: { activities, mcpServers, requests } }
  }, [idea, place, tool, profileName, profile, activities, mcpServers, manifest])
}
