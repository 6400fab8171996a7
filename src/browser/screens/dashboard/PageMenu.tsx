import { Ellipsis, LayoutList, Route } from 'lucide-react'
import { useState } from 'react'
import { IconMenu } from '../../../controls/overlays/Menu.tsx'
import type { MenuPart } from '../../../controls/overlays/menuEntry.ts'
import { parameterFields } from '../../../model/report/expressionFields.ts'
import type { Report, ReportItem } from '../../../model/report.ts'
import type { Tour } from '../../../model/screen.ts'
import { useSession, useTranslate } from '../../data/session.tsx'
import { parameterRecord, type ReportValues } from '../../report/parameters/reportValues.ts'
import { useExpression } from '../../report/run/useExpression.ts'
import { lazyModule } from '../../ui/lazyModule.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { type Arrangement, isPiece, orderedPieces } from './arrangement.ts'

const loadDialog = lazyModule(() => import('./ArrangeDialog.tsx'))

interface Props {
  readonly report: Report
  readonly asked: ReportValues
  /** The columns as the definition has them. */
  readonly columns: readonly (readonly ReportItem[])[]
  readonly arrangement: Arrangement
  readonly tour: Tour | undefined
  onArrange(arrangement: Arrangement): void
  onTour(): void
}

/** The menu of a page of figures: putting its pieces in order, and its tour. */
export function PageMenu({ report, asked, columns, arrangement, tour, onArrange, onTour }: Props) {
  const say = useTranslate()
  const { zone } = useSession()
  const evaluate = useExpression()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const Dialog = useLazyComponent(loadDialog, open, close)
  const entries: MenuPart[] = [
    ...(columns.some(items => items.some(isPiece))
      ? [{ id: 'arrange', title: say('dashboard.arrange'), icon: <LayoutList aria-hidden />, act: () => setOpen(true) }]
      : []),
    ...(tour ? [{ id: 'tour', title: tour.title, icon: <Route aria-hidden />, act: onTour }] : []),
  ]
  if (entries.length === 0) return null
  /** The pieces of each column whose conditions hold. */
  const standing = () => {
    const record = parameterRecord(report.parameters, asked, zone, 1)
    const fields = parameterFields(report.parameters)
    return columns.map(items => orderedPieces(items, arrangement).filter(({ when }) => evaluate(fields, when, record) === true))
  }
  return (
    <>
      <IconMenu entries={entries} label={say('dashboard.more')}>
        <Ellipsis aria-hidden />
      </IconMenu>
      {open && Dialog ? <Dialog columns={standing()} arrangement={arrangement} onChange={onArrange} onClose={close} /> : null}
    </>
  )
}
