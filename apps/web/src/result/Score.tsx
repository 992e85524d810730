import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { CopyButton } from '../trace/CopyButton.tsx'
import css from './Score.module.css'

interface ScoreProps {
  /** ABC notation. */
  readonly abc: string
  readonly name: string
}

/** A score engraved from its ABC, with the text behind it. */
export function Score({ abc, name }: ScoreProps) {
  const paper = useRef<HTMLDivElement>(null)
  const [asText, setAsText] = useState(false)
  const [warnings, setWarnings] = useState(0)
  useEffect(() => {
    if (asText || paper.current === null) return
    const element = paper.current
    let gone = false
    void import('abcjs').then(({ default: abcjs }) => {
      if (gone) return
      const [tune] = abcjs.renderAbc(element, abc, {
        responsive: 'resize',
        ariaLabel: t('result.scoreOf', { name }),
        paddingleft: 0,
        paddingright: 0,
        paddingtop: 4,
        paddingbottom: 4,
        staffwidth: 700,
        wrap: { preferredMeasuresPerLine: 4, minSpacing: 1.6, maxSpacing: 2.8 },
      })
      setWarnings(tune?.warnings?.length ?? 0)
    })
    return () => {
      gone = true
    }
  }, [abc, asText, name])

  return (
    <section className={css.score} aria-label={t('result.scoreOf', { name })}>
      <header>
        <h3>{name}</h3>
        {warnings > 0 && <span className={css.warnings}>{t('result.scoreWarnings', { count: warnings })}</span>}
        <button type="button" aria-pressed={asText} onClick={() => setAsText(!asText)}>
          {t(asText ? 'result.asScore' : 'result.asAbc')}
        </button>
        <CopyButton text={abc} label={t('result.copyAbc')} />
      </header>
      {asText ? (
        <pre className={css.text}>{abc}</pre>
      ) : (
        <div className={css.paper}>
          <div ref={paper} />
        </div>
      )}
    </section>
  )
}
