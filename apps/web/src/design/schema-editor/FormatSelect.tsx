import { TOOL_FORMATS, type ToolFormat } from '@ensemble/core/editor'
import { say } from './say.ts'

interface FormatSelectProps {
  readonly id: string
  readonly className: string | undefined
  readonly value: ToolFormat | null
  /** The meaning of no choice; without it, a choice is required. */
  readonly none?: string
  readonly onChange: (format: ToolFormat | null) => void
}

/** The formats in which others write Tools. */
export function FormatSelect({ id, className, value, none, onChange }: FormatSelectProps) {
  return (
    <select
      id={id}
      className={className}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(TOOL_FORMATS.find((format) => format === currentTarget.value) ?? null)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {TOOL_FORMATS.map((format) => (
        <option key={format} value={format}>
          {say(`format.${format}`)}
        </option>
      ))}
    </select>
  )
}
