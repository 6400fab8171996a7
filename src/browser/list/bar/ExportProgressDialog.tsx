import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { ProgressBar } from '../../../controls/ProgressBar.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import { type DownloadProgress, download } from '../../data/download.ts'
import { saveFile } from '../../ui/saveFile.ts'
import type { ListTools } from '../listTools.ts'

interface Props {
  readonly tools: Pick<ListTools, 'register' | 'say'>
  readonly query: Readonly<Record<string, unknown>>
  onClose(): void
}

const number = new Intl.NumberFormat('pt-BR')
const size = new Intl.NumberFormat('pt-BR', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })

/** An export under way: how far it is, and a way out. */
export function ExportProgressDialog({ tools, query, onClose }: Props) {
  const { register, say } = tools
  const [received, setReceived] = useState<DownloadProgress>()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const stop = new AbortController()
    download(`${register.name}/exportar`, query, setReceived, stop.signal)
      .then(({ file, name, count }) => {
        saveFile(file, name ?? `${register.name}.${query.formato}`)
        showToast({ text: say('list.export-done', { count: count ?? 0 }) })
        close.current()
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        showToast({ tone: 'danger', text: say('list.export-failed', { message: error instanceof Error ? error.message : '' }) })
        close.current()
      })
    return () => stop.abort()
  }, [register.name, query, say])
  const title = say('list.export-title', { title: register.title })
  return (
    <Dialog
      open
      title={title}
      closeLabel={say('cancel')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{say('cancel')}</Button>}
    >
      <ProgressBar label={title} {...partOf(received, query.formato)} />
      <p role="status" style={{ marginTop: '0.75rem', minHeight: '1.25rem', fontVariantNumeric: 'tabular-nums' }}>
        {wordsOf(received, query.formato, say)}
      </p>
    </Dialog>
  )
}

/** Rows can be counted in text only. */
function partOf(received: DownloadProgress | undefined, format: unknown): { readonly value?: number } {
  if (!received?.count || format !== 'csv') return {}
  return { value: Math.min(1, received.lines / (received.count + 1)) }
}

function wordsOf(received: DownloadProgress | undefined, format: unknown, say: Translate): string {
  if (!received) return say('wait')
  const { count, lines, bytes } = received
  if (count === undefined || format !== 'csv') return say('list.export-bytes', { size: size.format(bytes / 1000) })
  return say('list.export-progress', {
    done: number.format(Math.min(count, Math.max(0, lines - 1))),
    count,
  })
}
