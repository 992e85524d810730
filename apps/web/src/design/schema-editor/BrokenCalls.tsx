import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import type { PastCall } from './language.ts'
import type { EditedTool } from './part.ts'
import { say } from './say.ts'
import { readCalls } from './tool-client.ts'
import { useAnswer } from './use-answer.ts'
import { useLoaded } from './use-loaded.ts'

interface BrokenCallsProps {
  readonly tool: EditedTool
  readonly text: string
  /** Leads to the list of them. */
  readonly onShow: () => void
}

const NONE: readonly PastCall[] = []

/** How many recorded Calls the Tool would refuse as it is now; absent while all still fit. */
export function BrokenCalls({ tool: { idea, name, mode }, text, onShow }: BrokenCallsProps) {
  const { value: calls = NONE } = useLoaded(`${idea}/${name}`, () => readCalls(name, idea))
  const asked = useMemo(() => (calls.length === 0 ? null : { name, text, mode, calls }), [name, text, mode, calls])
  const { answer } = useAnswer('history', asked)
  const refused = answer?.refused.length ?? 0
  if (refused === 0) return null
  return (
    <Button size="small" look="danger" title={say('history.breaksHint')} onClick={onShow}>
      <TriangleAlert size={12} aria-hidden />
      {say('history.breaks', { count: refused, all: calls.length })}
    </Button>
  )
}
