import { JUMP_TARGETS, type JumpTarget } from '@ensemble/core/trace'
import { StepBack, StepForward } from 'lucide-react'
import { useState } from 'react'
import { canJump, jump } from '../../open/run-jump.ts'
import type { RunView } from '../../open/run-view.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { say } from '../say.ts'
import { useRun } from '../use-run.ts'
import css from './Scrubber.module.css'

const isTarget = (text: string): text is JumpTarget => JUMP_TARGETS.some((target) => target === text)

/** One step back or forward: by an event, or to the next Call, error or approval. */
export function StepControls() {
  const [target, setTarget] = useState<JumpTarget>('event')
  const hasBefore = useRun((state: RunView) => canJump(state, target, -1))
  const hasAfter = useRun((state: RunView) => canJump(state, target, 1))
  const what = say(`jump.${target}`)
  return (
    <>
      <IconButton
        label={say('jump.back', { what })}
        Icon={StepBack}
        size={14}
        className={css.step}
        disabled={!hasBefore}
        onClick={() => jump(target, -1)}
      />
      <IconButton
        label={say('jump.forward', { what })}
        Icon={StepForward}
        size={14}
        className={css.step}
        disabled={!hasAfter}
        onClick={() => jump(target, 1)}
      />
      <select
        className={css.by}
        aria-label={say('jump.by')}
        title={say('jump.by')}
        value={target}
        onChange={(event) => isTarget(event.target.value) && setTarget(event.target.value)}
      >
        {JUMP_TARGETS.map((each) => (
          <option key={each} value={each}>
            {say(`jump.${each}`)}
          </option>
        ))}
      </select>
    </>
  )
}
