import css from './EmptyPanel.module.css'

interface EmptyPanelProps {
  readonly text: string
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined
}

/** A panel with nothing to show yet: one sentence and at most one button. */
export function EmptyPanel({ text, action }: EmptyPanelProps) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {action !== undefined && (
        <button type="button" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  )
}
