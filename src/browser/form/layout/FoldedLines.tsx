import { ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { PartView } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { formItemName } from '../draft/draftProblems.ts'
import { isEmptyValue } from '../draft/equal.ts'
import { useForm } from '../formContext.ts'
import './foldedLines.css'

interface Props {
  readonly title: string
  readonly rows: PartView['rows']
  readonly children: ReactNode
}

/** Lines behind a title, which names their fields. They stand open where something has to be filled in, and whoever is led to a field of theirs (formFocus.ts) opens them. */
export function FoldedLines({ title, rows, children }: Props) {
  const { register, store } = useForm()
  const names = useMemo(() => new Set(rows.flatMap(row => row.flatMap(item => formItemName(item) ?? []))), [rows])
  const [open, setOpen] = useState(() => {
    const { values } = store.shown()
    return [...names].some(name => fieldOf(register, name)?.required && isEmptyValue(values[name]))
  })
  const titles = [...names].map(name => fieldOf(register, name)?.title ?? register.lists.find(list => list.name === name)?.title)
  return (
    <details className="form-fold" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={18} aria-hidden />
        <span>{title}</span>
        <small>{titles.filter(Boolean).join(', ')}</small>
      </summary>
      {children}
    </details>
  )
}
