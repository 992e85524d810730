import css from './EmptyPanel.module.css'

interface Action {
  readonly label: string
  readonly hint?: string
  readonly onClick: () => void
}

interface EmptyPanelProps {
  readonly text: string
  readonly action?: Action | undefined
  /** An alternative action. */
  readonly other?: Action | undefined
}

/** A panel with nothing to show yet: one sentence and what leads on. */
export function EmptyPanel({ text, action, other }: EmptyPanelProps) {
  const actions = [action, other].filter((each) => each !== undefined)
  return (
    <div className={css.empty}>
      <p>{text}</p>
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
