import type { ReportRow } from '@ensemble/core/import'
import { importReport } from '../../platform/i18n/en/import-report.ts'
import { SecretRow } from '../../design/activities/SecretRow.tsx'
import { Scroll } from '../../platform/ui/Scroll.tsx'
import { createTexts } from '../../platform/i18n/index.ts'
import css from './import.module.css'
import { say } from './say.ts'

const sayReport = createTexts({ importReport })

/** Each part that did not map: its place, what it is, and what to do. */
export function ReportList({ report }: { readonly report: readonly ReportRow[] }) {
  if (report.length === 0) return null
  const title = say('foreign.report', { count: report.length })
  return (
    <section className={css.report} aria-label={title}>
      <strong>{title}</strong>
      <Scroll className={css.rows} label={title}>
        <ul>
          {report.map(({ path, code, values }, index) => (
            // Rows do not move, and two of them may be alike.
            <li key={index}>
              <code>{path}</code>
              <span>{sayReport(`${code}.what`, values)}</span>
              <span className={css.remedy}>{sayReport(`${code}.remedy`, values)}</span>
              {code === 'secret' && values.secret !== undefined && <SecretRow name={values.secret} />}
            </li>
          ))}
        </ul>
      </Scroll>
    </section>
  )
}
