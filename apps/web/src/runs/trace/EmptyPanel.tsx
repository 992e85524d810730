import css from './EmptyPanel.module.css'

interface Action {
  readonly label: string
  readonly hint?: string
  readonly onClick: () => void
}

interface EmptyPanelProps {
  readonly text: string
  /** A term in the text that hover and focus explain. */
  readonly term?: string
  readonly action?: Action | undefined
  /** An alternative action. */
  readonly other?: Action | undefined
}

/** A panel with nothing to show yet: one sentence and what leads on. */
export function EmptyPanel({ text, term, action, other }: EmptyPanelProps) {
  const actions = [action, other].filter((each) => each !== undefined)
  return (
    <div className={css.empty}>
      {term === undefined ? (
        <p>{text}</p>
      ) : (
        <p>
          <button type="button" className={css.term} data-term={term}>
            {text}
          </button>
        </p>
      )}
      {actions.length > 0 && (
        <div className={css.actions}>
          {actions.map(({ label, hint, onClick }) => (
            <button key={label} type="button" title={hint} onClick={onClick}>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
