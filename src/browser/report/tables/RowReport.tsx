import { useState } from 'react'
import { IconButton } from '../../../controls/Button.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { TableSpec } from '../../../model/report.ts'
import { useModel } from '../../data/session.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { useReport } from '../reportContext.ts'

interface Props {
  readonly dialog: NonNullable<TableSpec['dialog']>
  readonly row: Readonly<Record<string, unknown>>
}

/** The button of a row that opens another report about it, with what the page was asked. */
export function RowReport({ dialog, row }: Props) {
  const { report: page, answers, say, embed } = useReport()
  const { reports } = useModel()
  const [open, setOpen] = useState(false)
  const EmbeddedReport = useLazyComponent(embed, open)
  const report = reports[dialog.report]
  if (!report || !embed) return null
  const title = `${dialog.title}: ${row[dialog.label] ?? ''}`
  const asked = answers.parts[0]?.members ?? {}
  const shared = new Set(page.parameters.flatMap(({ fills }) => fills))
  const taken = report.parameters.flatMap(({ fills }) => fills.filter(fill => shared.has(fill)))
  const fixed = Object.fromEntries([
    ...taken.map(fill => [fill, String(asked[fill] ?? '')]),
    ...Object.entries(dialog.values).map(([fill, column]) => [fill, String(row[column] ?? '')]),
  ])
  return (
    <>
      <IconButton label={title} size="sm" onClick={() => setOpen(true)}>
        <Icon name={dialog.icon ?? 'list'} size="1rem" />
      </IconButton>
      <Dialog open={open} size="xl" title={title} closeLabel={say('close')} onClose={() => setOpen(false)}>
        {EmbeddedReport ? (
          <EmbeddedReport report={report} fixed={JSON.stringify(fixed)} />
        ) : (
          <Skeleton height="20rem" radius="0.625rem" />
        )}
      </Dialog>
    </>
  )
}
