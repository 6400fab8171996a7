import { Image } from 'lucide-react'
import type { CellProps } from '../controlProps.ts'

/** The picture at large in a document; in a row a thumbnail that never changes its height. */
export function Cell({ value, title }: CellProps) {
  if (typeof value !== 'string' || value === '') return <Image aria-hidden size={16} opacity={0.35} />
  if (title !== undefined)
    return <img src={value} alt={title} style={{ maxHeight: '10rem', maxWidth: '100%', borderRadius: 6, marginTop: 4 }} />
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
