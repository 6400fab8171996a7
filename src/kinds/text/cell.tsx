import { lazy, type ReactNode, Suspense } from 'react'
import type { CellProps } from '../controlProps.ts'
import { kindByName as kindOf } from '../values.ts'

const CodeText = lazy(() => import('./CodeText.tsx'))

/** The text of a value, as its kind formats it; serves every kind that is nothing but text. */
export function Cell({ value, field, title }: CellProps): ReactNode {
  if (value === null || value === '') return null
  const text = kindOf(field.kind).format(value, field)
  if (field.refine?.look === 'secret') return <span>••••••</span>
  if (field.refine?.look === 'colour') return <Colour text={text} />
  if (field.refine?.look === 'code') {
    const short = shortened(text, field.refine.shown)
    return (
      <Suspense fallback={short}>
        <CodeText text={text} short={title === undefined ? short : undefined} />
      </Suspense>
    )
  }
  return text
}

const shortened = (text: string, most = text.length): string => (text.length > most ? `${text.slice(0, most)}…` : text)

function Colour({ text }: { text: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      <span
        aria-hidden
        style={{ width: 14, height: 14, borderRadius: 4, background: text, boxShadow: 'inset 0 0 0 1px rgba(128,128,128,.45)' }}
      />
      {text}
    </span>
  )
}
