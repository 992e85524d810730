import type { JumpTarget } from '@ensemble/core/trace'
import { Pause, Play } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { letterOf } from '../../../document/commands/letter.ts'
import { t } from '../../../platform/i18n/run.ts'
import { follow, pause, play, seek, seekTime, setSpeed } from '../../open/run-playback.ts'
import { isEnded, isFollowingLive, type OpenRuns } from '../../open/run-view.ts'
import { jump } from '../../open/run-jump.ts'
import { duration, ticking } from '../../../platform/ui/format.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import css from './Scrubber.module.css'
import { StepControls } from './StepControls.tsx'
import { Track } from './Track.tsx'
import { shareOf, timeRange } from '../time-range.ts'
import { useRun } from '../use-run.ts'

const SPEEDS = [1, 2, 5, 10, 30, 100] as const
/** Letters lead to the next one, capitals to the previous. */
const JUMPS: Readonly<Record<string, JumpTarget>> = { c: 'call', e: 'error', a: 'approval' }
const whole = (state: OpenRuns): OpenRuns => state

/** Moves everything that shows the open Run to any instant of it, by hand, by step or by itself. */
export function Scrubber() {
  const state = useRun(whole)
  const range = timeRange(state)
  const head = state.log?.events.length ?? 0
  const at = state.cursor ?? head
  const percent = `${shareOf(range, state.now) * 100}%`
  const live = isFollowingLive(state)

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = (range.end - range.start) / 10
    const action: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => seek(at - (event.shiftKey ? 10 : 1)),
      ArrowDown: () => seek(at - 1),
      ArrowRight: () => seek(at + (event.shiftKey ? 10 : 1)),
      ArrowUp: () => seek(at + 1),
      PageDown: () => seekTime(state.now - page),
      PageUp: () => seekTime(state.now + page),
      Home: () => seek(1),
      End: follow,
      ' ': state.playing ? pause : play,
    }
    const letter = letterOf(event)
    const target = JUMPS[letter.toLowerCase()]
    const found =
      target === undefined ? action[event.key] : () => jump(target, letter === letter.toLowerCase() ? 1 : -1)
    if (found === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    found()
  }

  return (
    <div className={css.scrubber} role="group" aria-label={t('scrubber.label')}>
      <IconButton
        label={t(state.playing ? 'scrubber.pause' : 'scrubber.play')}
        Icon={state.playing ? Pause : Play}
        size={14}
        className={css.step}
        onClick={state.playing ? pause : play}
      />
      <StepControls />
      <span className={css.time}>{ticking(state.now - range.start)}</span>
      <div
        className={css.slider}
        role="slider"
        tabIndex={0}
        aria-label={t('scrubber.instant')}
        aria-valuemin={0}
        aria-valuemax={head}
        aria-valuenow={at}
        aria-valuetext={t('scrubber.at', { time: ticking(state.now - range.start), at, head })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          seekTime(timeAt(event, range))
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTime(timeAt(event, range))
        }}
      >
        <span className={css.track} data-map>
          <Track log={state.log} start={range.start} end={range.end} isOver={isEnded(state.status)} />
          <span className={css.fill} style={{ width: percent }} />
          <span className={css.thumb} style={{ left: percent }} />
        </span>
      </div>
      <span className={css.time}>{(isEnded(state.status) ? duration : ticking)(range.end - range.start)}</span>
      <select
        className={css.speed}
        aria-label={t('scrubber.speed')}
        value={state.speed}
        onChange={(event) => setSpeed(Number(event.target.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
      {isEnded(state.status) ? (
        <button type="button" className={css.end} disabled={state.cursor === null} onClick={follow}>
          {t('scrubber.end')}
        </button>
      ) : (
        <button type="button" className={live ? css.live : css.end} aria-pressed={live} onClick={follow}>
          {t('scrubber.live')}
        </button>
      )}
    </div>
  )
}

const timeAt = (event: PointerEvent, { start, end }: { readonly start: number; readonly end: number }): number => {
  const box = event.currentTarget.getBoundingClientRect()
  const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width))
  return start + share * (end - start)
}
