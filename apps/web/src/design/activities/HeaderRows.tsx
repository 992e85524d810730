import type { JsonObject } from '@ensemble/core'
import { X } from 'lucide-react'
import { AddName } from '../../platform/ui/AddName.tsx'
import { CheckedInput } from '../../platform/ui/CheckedInput.tsx'
import { textAt } from '../../document/open/use-manifest.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import css from './activities.module.css'
import { faultOfHeader, faultOfHeaderName, firstValue } from './http-faults.ts'
import { say } from './say.ts'

interface HeaderRowsProps {
  readonly activity: string
  readonly headers: JsonObject
  readonly onChange: (headers: JsonObject) => void
}

/** The headers of a request, one per row, with keys by name only. */
export function HeaderRows({ activity, headers, onChange }: HeaderRowsProps) {
  const names = Object.keys(headers)
  const without = (name: string): JsonObject =>
    Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name))
  return (
    <section className={css.rows} aria-label={say('http.headers')}>
      <h4>{say('http.headers')}</h4>
      {names.map((name) => (
        <div key={name} className={css.row}>
          <code>{name}</code>
          <CheckedInput
            label={say('http.header', { name })}
            isCode
            value={textAt(headers, name)}
            faultOf={(text) => faultOfHeader(name, text)}
            onChange={(text) => onChange({ ...headers, [name]: text })}
          />
          <IconButton
            label={say('http.removeHeader', { name })}
            Icon={X}
            size={13}
            onClick={() => onChange(without(name))}
          />
        </div>
      ))}
      <AddName
        label={say('http.headerName')}
        button={say('http.addHeader')}
        placeholder="authorization"
        faultOf={(text) => {
          const isThere = names.some((name) => name.toLowerCase() === text.toLowerCase())
          return isThere ? say('http.headerTaken') : faultOfHeaderName(text)
        }}
        onAdd={(name) => onChange({ ...headers, [name]: firstValue(activity, name) })}
      />
    </section>
  )
}
