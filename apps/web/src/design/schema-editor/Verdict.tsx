import { CircleCheck, CircleX } from 'lucide-react'
import type { Answer } from './ask.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { ErrorCode } from '../../platform/ui/ErrorCode.tsx'

/** A run's verdict on the Call, in the model's words. */
export function Verdict({ judgement }: { readonly judgement: Answer<'judge'> | undefined }) {
  const [verdict] = judgement?.verdicts ?? []
  const [broken] = judgement?.problems ?? []
  if (broken !== undefined) return <p className={styles.bad}>{say('try.toolBroken', { reason: broken.message })}</p>
  if (verdict === undefined) return null
  if (verdict.ok)
    return (
      <div className={styles.verdict}>
        <p className={styles.good}>
          <CircleCheck size={15} aria-hidden /> {say('try.accepted')}
        </p>
        <p className={styles.note}>{say('try.filled')}</p>
        <pre className={styles.code}>{JSON.stringify(verdict.call, null, 2)}</pre>
      </div>
    )
  const { code, message, path } = verdict.error
  return (
    <div className={styles.verdict}>
      <p className={styles.bad}>
        <CircleX size={15} aria-hidden /> {say('try.refused')}
      </p>
      <p>{message}</p>
      <p className={styles.note}>
        <ErrorCode code={code} />
        {path !== undefined && path !== '' && (
          <>
            {' '}
            <code>{say('try.at', { path })}</code>
          </>
        )}
      </p>
    </div>
  )
}
