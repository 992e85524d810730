import { DEFAULT_SEVERITIES, PROBLEM_CODES } from '@ensemble/core/editor'
import { problemReason } from '../../platform/i18n/problem-text.ts'
import field from '../../platform/ui/field.module.css'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { objectAt, setManifest, textAt, useManifest } from '../../document/open/use-manifest.ts'

const SEVERITIES = ['error', 'warning', 'info', 'off'] as const
type Code = keyof typeof DEFAULT_SEVERITIES

const CODES = Object.keys(DEFAULT_SEVERITIES) as Code[] // the keys that its type lists

/** How loud each rule about Tools is in this workspace. */
export function LintSection() {
  const lint = objectAt(useManifest(), 'lint')
  return (
    <Part name="lint" title={say('lint.title')} hint={say('lint.hint')}>
      <ul className={css.rules}>
        {CODES.map((code) => (
          <li key={code}>
            <div>
              <code>{code}</code>
              <p className={css.hint}>{problemReason(code, PROBLEM_CODES[code])}</p>
            </div>
            <select
              className={field.input}
              aria-label={say('lint.severity', { code })}
              value={textAt(lint, code)}
              onChange={({ currentTarget: { value } }) => setManifest(['lint', code], value === '' ? undefined : value)}
            >
              <option value="">{say('lint.default', { severity: say(`lint.${DEFAULT_SEVERITIES[code]}`) })}</option>
              {SEVERITIES.filter((each) => each !== DEFAULT_SEVERITIES[code]).map((each) => (
                <option key={each} value={each}>
                  {say(`lint.${each}`)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </Part>
  )
}
