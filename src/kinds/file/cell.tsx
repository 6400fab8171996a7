import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CellProps } from '../controlProps.ts'
import { useInputServices } from '../inputServices.tsx'
import { isFileValue } from './isFile.ts'
import { fileSizeText } from './size.ts'

/** The name of the file, which brings it. */
export function Cell({ value }: CellProps): ReactNode {
  const { download, say } = useInputServices()
  if (!isFileValue(value)) return null
  const file = value
  return (
    <button
      type="button"
      title={fileSizeText(file.size)}
      aria-label={say('file-download', { name: file.name })}
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 4,
        minWidth: 0,
        maxWidth: '100%',
        textDecoration: 'underline',
        cursor: 'pointer',
      }}
      onClick={event => {
        event.stopPropagation()
        void download(file)
      }}
    >
      <Paperclip aria-hidden size={14} style={{ flexShrink: 0 }} />
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{file.name}</span>
    </button>
  )
}
