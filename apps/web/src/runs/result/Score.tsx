import { useEffect, useRef, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { download } from '../../platform/ui/download.ts'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import { followSong } from './score-cursor.ts'
import css from './Score.module.css'

/** Directives of other programs must be ignored silently (ABC standard 2.1, section 11). */
const isTrouble = (warning: string): boolean => !warning.includes('Unknown directive')

interface ScoreProps {
  /** ABC notation. */
  readonly abc: string
  readonly name: string
  /** It is the score of the song that the page holds: its notes light up as they sound. */
  readonly followsSong?: boolean
}

const FONTS = {
  titlefont: 'Inter Variable 17 bold',
  subtitlefont: 'Inter Variable 13',
  infofont: 'Inter Variable 12',
  partsfont: 'Inter Variable 13 bold',
  tempofont: 'Inter Variable 13',
  gchordfont: 'Inter Variable 13 bold',
  vocalfont: 'Inter Variable 13',
}

/** A word that is measured in another font than it is drawn in runs into the next one: each script has its own file. */
const loadFonts = (text: string): Promise<unknown> =>
  Promise.allSettled(['13px', 'bold 13px'].map((font) => document.fonts.load(`${font} "Inter Variable"`, text)))

/** The engraved score as a file on its own, black on white. */
const saveDrawing = (paper: HTMLElement | null, name: string): void => {
  const drawing = paper?.querySelector('svg')
  if (drawing == null) return
  const copy = drawing.cloneNode(true) as SVGSVGElement // a clone is what it is made of
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('style', 'color: black; background: white')
  download(`${name.replace(/\.abc$/u, '')}.svg`, new Blob([copy.outerHTML], { type: 'image/svg+xml' }))
}

/** A score engraved from its ABC, with the text behind it. */
export function Score({ abc, name, followsSong = false }: ScoreProps) {
  const paper = useRef<HTMLDivElement>(null)
  const [asText, setAsText] = useState(false)
  const [warnings, setWarnings] = useState(0)
  useEffect(() => {
    if (asText || paper.current === null) return
    const element = paper.current
    let gone = false
    let follower: ReturnType<typeof followSong> | undefined
    void Promise.all([import('abcjs'), loadFonts(abc)]).then(([{ default: abcjs }]) => {
      if (gone) return
      const [tune] = abcjs.renderAbc(element, abc, {
        responsive: 'resize',
        ariaLabel: t('result.scoreOf', { name }),
        paddingleft: 0,
        paddingright: 0,
        paddingtop: 4,
        paddingbottom: 4,
        staffwidth: 700,
        add_classes: true,
        // Widths are measured in these fonts: words keep apart.
        format: FONTS,
        selectTypes: followsSong ? ['note'] : [],
        // abcjs would paint what was clicked; the cursor shows it.
        selectionColor: 'currentColor',
        clickListener: ({ startChar }) => startChar !== undefined && follower?.goTo(startChar),
        wrap: { preferredMeasuresPerLine: 4, minSpacing: 1.6, maxSpacing: 2.8 },
      })
      // Notes answer a click; hundreds of stops without a name would part the keyboard from what follows.
      for (const note of element.querySelectorAll('[tabindex]')) note.removeAttribute('tabindex')
      setWarnings(tune?.warnings?.filter(isTrouble).length ?? 0)
      if (followsSong && tune !== undefined) follower = followSong(tune, element)
    })
    return () => {
      gone = true
      follower?.stop()
    }
  }, [abc, asText, name, followsSong])

  return (
    <section className={css.score} aria-label={t('result.scoreOf', { name })}>
      <header>
        <h3>{name}</h3>
        {warnings > 0 && <span className={css.warnings}>{t('result.scoreWarnings', { count: warnings })}</span>}
        <button type="button" aria-pressed={asText} onClick={() => setAsText(!asText)}>
          {t(asText ? 'result.asScore' : 'result.asAbc')}
        </button>
        {!asText && (
          <button type="button" onClick={() => saveDrawing(paper.current, name)}>
            {t('page.svg')}
          </button>
        )}
        <CopyButton text={abc} label={t('result.copyAbc')} />
      </header>
      {asText ? (
        <pre className={css.text}>{abc}</pre>
      ) : (
        <div className={css.paper}>
          <div ref={paper} title={followsSong ? t('song.scoreHint') : undefined} />
        </div>
      )}
    </section>
  )
}
