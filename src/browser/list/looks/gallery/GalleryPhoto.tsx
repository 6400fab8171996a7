import { useState } from 'react'
import { Initials } from '../../../../kinds/image/Initials.tsx'

interface Props {
  readonly source: string
  readonly name: string
  readonly colour: string | undefined
}

/** A record's picture over its card; its initials where it has none, or none any more. */
export function GalleryPhoto({ source, name, colour }: Props) {
  const [lost, setLost] = useState<string>()
  return (
    <div className="gallery-photo">
      {source !== '' && source !== lost ? (
        <img src={source} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setLost(source)} />
      ) : (
        <Initials name={name} colour={colour} />
      )}
    </div>
  )
}
