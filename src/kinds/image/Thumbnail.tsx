import { useState } from 'react'
import { Initials } from './Initials.tsx'

interface Props {
  readonly source: string | undefined
  readonly name: string
  readonly colour?: string | undefined
}

const box = { width: 28, height: 28, borderRadius: 4 }

/** A picture in a row, which never changes its height; the initials of its record where there is none, or none any more. */
export function Thumbnail({ source, name, colour }: Props) {
  const [lost, setLost] = useState<string>()
  if (source && source !== lost)
    return (
      <img
        src={source}
        alt=""
        loading="lazy"
        decoding="async"
        style={{ ...box, objectFit: 'cover' }}
        onError={() => setLost(source)}
      />
    )
  return (
    <span style={{ ...box, display: 'inline-block', overflow: 'hidden', verticalAlign: 'middle' }}>
      <Initials name={name} colour={colour} />
    </span>
  )
}
