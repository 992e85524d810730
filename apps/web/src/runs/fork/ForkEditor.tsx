import { useRef } from 'react'
import { useWantedField } from '../../platform/session/focus-field.ts'
import { Button } from '../../platform/ui/Button.tsx'
import css from './fork.module.css'
import { Radius } from './Radius.tsx'
import { say } from './say.ts'
import { useForkEdit, type ForkOf } from './use-fork-edit.ts'

/** Changes one thing of a recorded span, shows what that reaches, and runs only that (docs/contract/protocol.md#the-journal, fork). */
export function ForkEditor(of: ForkOf) {
  const { kinds, kind, text, radius, fault, isChanged, canGo, choose, write, preview, go } = useForkEdit(of)
  const first = useRef<HTMLSelectElement>(null)
  useWantedField('fork', first)
  return (
    <div className={css.editor}>
      <label className={css.what}>
        {say('what')}
        <select ref={first} value={kind} onChange={(event) => choose(event.target.value)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {say(`kind.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <textarea
        className={css.text}
        rows={kind === 'model' || kind === 'binding' ? 1 : 6}
        spellCheck={false}
        aria-label={say('value', { kind: say(`kind.${kind}`) })}
        aria-invalid={fault !== null}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {kind === 'binding' && <p className={css.hint}>{say('bindingHint')}</p>}
      {fault !== null && <p className={css.fault}>{say('invalid', { reason: fault })}</p>}
      <div className={css.actions}>
        <Button size="small" disabled={!canGo} onClick={() => void preview()}>
          {say('preview')}
        </Button>
        <Button size="small" look="primary" disabled={!canGo} onClick={() => void go()}>
          {say('go')}
        </Button>
      </div>
      {radius !== null && <Radius log={of.log} radius={radius} />}
      <p className={css.hint}>{isChanged ? say('hint') : say('unchanged')}</p>
    </div>
  )
}
