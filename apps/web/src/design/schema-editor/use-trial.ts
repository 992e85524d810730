import type { JsonObject } from '@ensemble/core'
import { useState } from 'react'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { openRun } from '../../runs/open/run.ts'
import type { EditedTool } from './part.ts'
import { readObject } from './read-json.ts'
import { startTrial } from './tool-client.ts'
import { tryStore } from './try-store.ts'

interface Trial {
  readonly starting: boolean
  /** Why the last one did not start. */
  readonly fault: string | null
  /** Runs the Tool of this text alone, with this Call. */
  start(text: string, call: JsonObject): Promise<void>
}

/** Runs one Call of a Tool; its Run opens. */
export function useTrial({ name, idea }: EditedTool): Trial {
  const [starting, setStarting] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const start = async (text: string, call: JsonObject): Promise<void> => {
    const tool = readObject(text)
    if (tool === null) return
    setStarting(true)
    setFault(null)
    try {
      await flushEdits()
      const { profile } = sessionStore.getState()
      const { _tool, ...parameters } = call
      const started = await startTrial({ name, tool, idea, call: parameters, ...(profile !== null && { profile }) })
      tryStore.setState(({ runs }) => ({ runs: { ...runs, [`${idea}/${name}`]: started.id } }))
      openRun(started.id)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setStarting(false)
  }
  return { starting, fault, start }
}
