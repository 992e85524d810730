import { ideaId } from '../../document/texts/files.ts'
import type { Json, JsonObject } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import { Pin as PinIcon, PinOff } from 'lucide-react'
import { useState } from 'react'
import { readStored } from '../../platform/api/run-client.ts'
import { pinResult, pinsOf, unpin } from '../../document/edits/pins.ts'
import { pins } from '../../platform/i18n/en/pins.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { usePins } from '../../document/open/pins.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { notify } from '../../platform/session/notify.ts'

const say = createTexts({ pins })

interface PinButtonProps {
  readonly run: string
  readonly span: string
  /** The name of the Idea that called. */
  readonly idea: string
  readonly tool: string
  readonly result: Stored<Json>
  readonly parameters: Stored<JsonObject> | undefined
}

/** Pins the result of a Call for the runs to come, or lets its Tool run again. */
export function PinButton({ run, span, idea, tool, result, parameters }: PinButtonProps) {
  const own = pinsOf(usePins(), idea, tool)
  const about = { nodes: [ideaId(idea)], tool }
  const [isBusy, setIsBusy] = useState(false)
  const pin = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const value = await readStored(run, result)
      const called = parameters === undefined ? null : await readStored(run, parameters)
      const from = { run, span, parameters: called }
      applyEdits('pin', [pinResult(documentStore.getState().files, { idea, tool, result: value, from })], { about })
    } catch (error) {
      notify.refusal(error)
    } finally {
      setIsBusy(false)
    }
  }
  const release = (): void => {
    for (const each of own)
      applyEdits('unpin', [unpin(documentStore.getState().files, each)], { mark: `unpin ${idea}/${tool}`, about })
  }
  const isPinned = own.length > 0
  return (
    <IconButton
      label={isPinned ? say('unpin', { tool }) : say('pin')}
      Icon={isPinned ? PinOff : PinIcon}
      size={14}
      aria-pressed={isPinned}
      disabled={isBusy}
      onClick={() => (isPinned ? release() : void pin())}
    />
  )
}
