import { Rows3, TextQuote } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../platform/i18n/inspector.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import styles from './messages.module.css'
import { PARTS, hasSections, readSections, withSection } from './prompt-sections.ts'
import { say } from './say.ts'
import { TextInput } from '../../platform/ui/TextInput.tsx'

interface PromptTextProps {
  readonly value: string
  /** Only a system text has parts to be written by. */
  readonly isSystem: boolean
  readonly onChange: (text: string) => void
}

/** The text of a Message: as one field, or a system text part by part: role, goal, constraints, procedure, examples. */
export function PromptText({ value, isSystem, onChange }: PromptTextProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const inParts = isSystem && (chosen ?? hasSections(value))
  const { preamble, parts } = readSections(value)
  return (
    <div className={styles.prompt}>
      {isSystem && (
        <span className={styles.promptSwitch}>
          <IconButton
            label={inParts ? say('prompt.asText') : say('prompt.asParts')}
            Icon={inParts ? TextQuote : Rows3}
            size={13}
            onClick={() => setChosen(!inParts)}
          />
        </span>
      )}
      {!inParts && (
        <TextInput
          label={t('inspector.text')}
          isLong
          rows={3}
          value={value}
          placeholder={t('inspector.textPlaceholder')}
          onChange={onChange}
        />
      )}
      {inParts && (preamble !== '' || parts.size === 0) && (
        <Field label={say('prompt.preamble')}>
          {(id) => (
            <TextInput
              id={id}
              isLong
              value={preamble}
              onChange={(words) => onChange(withSection(value, 'preamble', words))}
            />
          )}
        </Field>
      )}
      {inParts &&
        PARTS.map((part) => (
          <Field key={part} label={say(`prompt.${part}`)}>
            {(id) => (
              <TextInput
                id={id}
                isLong
                value={parts.get(part) ?? ''}
                placeholder={say(`prompt.${part}Hint`)}
                onChange={(words) => onChange(withSection(value, part, words))}
              />
            )}
          </Field>
        ))}
    </div>
  )
}
