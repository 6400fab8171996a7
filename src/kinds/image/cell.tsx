import { ImageOff } from 'lucide-react'
import type { CellProps } from '../controlProps.ts'

/** A thumbnail that never changes the row's height. */
export function Cell({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return <ImageOff aria-hidden size={16} opacity={0.35} />
  return (
    <img
      src={value}
      alt=""
      width={28}
      height={28}
      loading="lazy"
      decoding="async"
      style={{ width: 28, height: 28, objectFit: 'cover', borderRadius: 4 }}
    />
  )
}
